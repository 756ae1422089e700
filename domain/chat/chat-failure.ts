// Why a call of a respondent's page came to nothing, in words the conversation can act on.

/** An answer that breaks a rule of its question: a key of the catalogue, and the values that its text asks for. */
export type AnswerRefusal = { readonly key: string; readonly values: Readonly<Record<string, string | number>> }

/**
 * `missing`: there is no such chat; `closed`: it takes no answers any more; `paused`: none for now; `overtaken`: the question was answered
 * meanwhile, as in another window; `too-soon`: again in so many seconds.
 */
export type ChatFailure =
  | { readonly type: "missing" }
  | { readonly type: "closed" }
  | { readonly type: "paused" }
  | { readonly type: "overtaken" }
  | { readonly type: "refused"; readonly refusal: AnswerRefusal }
  | { readonly type: "too-large" }
  | { readonly type: "too-soon"; readonly seconds: number }
  | { readonly type: "unreachable" }

/** What an adapter rejects with. */
export class ChatFailureError extends Error {
  readonly trouble: ChatFailure
  constructor(trouble: ChatFailure, cause?: unknown) {
    super(trouble.type, { cause })
    this.trouble = trouble
  }
}

/** The trouble in what was thrown. Anything else that goes wrong outside may be over when it is tried again. */
export const toChatFailure = (error: unknown): ChatFailure => (error instanceof ChatFailureError ? error.trouble : { type: "unreachable" })
