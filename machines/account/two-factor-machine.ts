// Turning two-factor authentication on and off.
import { type ActorRefFrom, assign, setup } from "xstate"
import {
  disableTwoFactorViolations,
  enableTwoFactorViolations,
  type TotpSecret,
  type TwoFactorConfiguration,
} from "../../domain/accounts/two-factor-settings.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import { asFailure } from "../adapter-failure.ts"
import { formMachine } from "../form-machine.ts"
import { port, unsavedWorkPort } from "../ports.ts"

/** Outputs the backup codes, which can be shown only once. */
export const confirmTotpMachine = formMachine<ReadonlyArray<string>, { readonly digits: number }>({
  id: "confirm two-factor",
  emptyValues: { currentPassword: "", verificationCode: "" },
  violations: ({ currentPassword = "", verificationCode = "" }, { digits }) =>
    enableTwoFactorViolations({ currentPassword, verificationCode }, digits),
})

/** The form that turns two-factor authentication off; it needs the current password. */
export const disableTotpMachine = formMachine<void>({
  id: "disable two-factor",
  emptyValues: { currentPassword: "" },
  violations: ({ currentPassword = "" }) => disableTwoFactorViolations({ currentPassword }),
})

/** Shows whether two-factor authentication is on, and turns it on (secret, confirmation, backup codes) or off. */
export const twoFactorMachine = setup({
  types: {
    context: {} as {
      readonly configuration: TwoFactorConfiguration | null
      readonly secret: TotpSecret | null
      readonly backupCodes: ReadonlyArray<string>
      readonly failure: Failure | null
    },
    events: {} as
      | { readonly type: "configuration.retry" }
      | { readonly type: "totp.enable" }
      | { readonly type: "totp.disable" }
      | { readonly type: "codes.acknowledge" },
    children: {} as { confirm: "confirm"; disable: "disable"; configuration: "configuration"; secret: "secret"; holdWork: "holdWork" },
    tags: {} as "busy",
  },
  actors: {
    configuration: port<TwoFactorConfiguration, undefined>("configuration"),
    secret: port<TotpSecret, undefined>("secret"),
    confirm: confirmTotpMachine,
    disable: disableTotpMachine,
    holdWork: unsavedWorkPort,
  },
  actions: {
    /** The server has confirmed the change, so the screen does not wait until the configuration is loaded again. */
    storeState: assign(({ context: { configuration } }, totpEnabled: boolean) => ({
      configuration: configuration && { ...configuration, user: { ...configuration.user, totpEnabled } },
    })),
    storeConfiguration: assign({ configuration: (_, configuration: TwoFactorConfiguration) => configuration, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    clearFailure: assign({ failure: null }),
    storeSecret: assign({ secret: (_, secret: TotpSecret) => secret, failure: null }),
    clearSecret: assign({ secret: null }),
    storeBackupCodes: assign({ backupCodes: (_, codes: ReadonlyArray<string>) => codes, secret: null }),
    clearBackupCodes: assign({ backupCodes: [] }),
  },
  guards: {
    isOn: (_, { user }: TwoFactorConfiguration) => user.totpEnabled,
    isRefused: (_, failure: Failure) => failure._tag === "ValidationFailed",
    isDismissed: (_, isLeft: boolean) => isLeft,
    hasCodes: (_, codes: ReadonlyArray<string> | null) => codes !== null && codes.length > 0,
  },
}).createMachine({
  id: "two-factor",
  context: { configuration: null, secret: null, backupCodes: [], failure: null },
  initial: "loading",
  states: {
    loading: {
      tags: "busy",
      invoke: {
        id: "configuration",
        src: "configuration",
        input: undefined,
        onDone: [
          {
            guard: { type: "isOn", params: ({ event }) => event.output },
            target: "on",
            actions: { type: "storeConfiguration", params: ({ event }) => event.output },
          },
          { target: "off", actions: { type: "storeConfiguration", params: ({ event }) => event.output } },
        ],
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { on: { "configuration.retry": "loading" } },
    off: { on: { "totp.enable": { target: "fetchingSecret", actions: "clearFailure" } } },
    fetchingSecret: {
      tags: "busy",
      invoke: {
        id: "secret",
        src: "secret",
        input: undefined,
        onDone: { target: "confirming", actions: { type: "storeSecret", params: ({ event }) => event.output } },
        onError: [
          // Two-factor authentication was turned on elsewhere in the meantime.
          { guard: { type: "isRefused", params: ({ event }) => asFailure(event.error) }, target: "loading" },
          { target: "off", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        ],
      },
    },
    confirming: {
      exit: "clearSecret",
      invoke: {
        id: "confirm",
        src: "confirm",
        input: ({ context: { configuration } }) => ({ initialValues: {}, facts: { digits: configuration?.system.totpDigits ?? 0 } }),
        onDone: [
          { guard: { type: "isDismissed", params: ({ event }) => event.output === null }, target: "off" },
          {
            guard: { type: "hasCodes", params: ({ event }) => event.output },
            target: "showingCodes",
            actions: [
              { type: "storeState", params: true },
              { type: "storeBackupCodes", params: ({ event }) => event.output ?? [] },
            ],
          },
          { target: "loading", actions: { type: "storeState", params: true } },
        ],
      },
    },
    /** The codes cannot be shown again, so the screen stays open even if the session ends. */
    showingCodes: { exit: "clearBackupCodes", invoke: { id: "holdWork", src: "holdWork" }, on: { "codes.acknowledge": "loading" } },
    on: { on: { "totp.disable": "disabling" } },
    disabling: {
      invoke: {
        id: "disable",
        src: "disable",
        input: { initialValues: {}, facts: null },
        onDone: [
          { guard: { type: "isDismissed", params: ({ event }) => event.output === null }, target: "on" },
          { target: "loading", actions: { type: "storeState", params: false } },
        ],
      },
    },
  },
})
export type TwoFactorActor = ActorRefFrom<typeof twoFactorMachine>
export type ConfirmTotpActor = ActorRefFrom<typeof confirmTotpMachine>
export type DisableTotpActor = ActorRefFrom<typeof disableTotpMachine>
