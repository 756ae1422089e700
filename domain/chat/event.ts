// What happens to a conversation from outside (decisions E2).

/**
 * `uuid` is that of the instruction that was asked or done; an event about any other changes nothing, so that one that arrives twice is
 * taken once. `outcome` is what `actions.name` sees, `results` what `actions.name.key` sees, `crm` is added to what is known of the
 * respondent. All of it may be anything: what is no value is null.
 */
export type ChatEvent =
  | { readonly type: "answer"; readonly uuid: string; readonly given: unknown }
  | {
      readonly type: "action.done"
      readonly uuid: string
      readonly outcome: unknown
      readonly results?: Readonly<Record<string, unknown>>
      readonly crm?: Readonly<Record<string, unknown>>
    }
