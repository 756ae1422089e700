// [S10, U4] Deleting in two steps: fetch a token, ask for consent, delete with that token.
import { assign, setup } from "xstate"
import type { Failure } from "../domain/failures/failure.ts"
import { asFailure } from "./adapter-failure.ts"
import { port, responseDelays } from "./ports.ts"

type DeletionOptions<Target, Output, Token> = {
  /**
   * Returns the output of a removal whose response was lost, once the server says that the target no longer exists. Not needed if the
   * server answers a repeated removal like the first one.
   */
  readonly buildOutputWithoutResponse?: (removal: { readonly target: Target; readonly token: Token }) => Output
}

/**
 * Returns the machine that deletes one `Target`. Its output is the server's answer, or null when the user canceled.
 * The `Token` says what it authorizes and what will be lost; the confirmation shows that.
 */
export const deletionMachine = <Target, Output, Token = string>(
  id: string,
  { buildOutputWithoutResponse }: DeletionOptions<Target, Output, Token> = {},
) =>
  setup({
    types: {
      input: {} as { readonly target: Target },
      context: {} as {
        readonly target: Target
        readonly token: Token | null
        /** The token takes so long that the screen says so. */
        readonly isSlow: boolean
        readonly failure: Failure | null
        /** A removal was sent with this token and had no response: the target may have been removed. */
        readonly isResponseLost: boolean
        readonly answer: Output | null
      },
      output: {} as Output | null,
      events: {} as { readonly type: "consent.give" } | { readonly type: "consent.refuse" } | { readonly type: "deletion.retry" },
      tags: {} as "busy" | "confirming",
    },
    actors: {
      fetchToken: port<Token, { readonly target: Target }>("fetchToken"),
      remove: port<Output, { readonly target: Target; readonly token: Token }>("remove"),
    },
    actions: {
      markSlow: assign({ isSlow: true }),
      clearSlow: assign({ isSlow: false }),
      storeToken: assign({ token: (_, token: Token) => token }),
      clearFailure: assign({ failure: null }),
      fail: assign({ failure: (_, failure: Failure) => failure, token: null, isResponseLost: false }),
      failWithoutResponse: assign({ failure: (_, failure: Failure) => failure, isResponseLost: true }),
      storeResult: assign({ answer: (_, answer: Output) => answer }),
      storeOutputWithoutResponse: assign({
        answer: ({ context: { target, token } }) => buildOutputWithoutResponse?.({ target, token: required(token) }) ?? null,
      }),
    },
    guards: {
      /** [U4] A token works once, for ten minutes. The user is asked once more, with a new one and the reason. */
      isTokenSpent: ({ context }, failure: Failure) => failure._tag === "ConfirmationRefused" && context.failure === null,
      /** It may have been removed: the retry repeats the request with the same token, which the server recognizes. */
      isResponseLost: (_, failure: Failure) => failure._tag === "Unreachable",
      isTokenKept: ({ context }) => context.token !== null,
      /** The request whose response was lost has removed the target. */
      isAlreadyRemoved: ({ context }, failure: Failure) =>
        failure._tag === "NotFound" && context.isResponseLost && buildOutputWithoutResponse !== undefined,
    },
    delays: responseDelays,
  }).createMachine({
    id,
    context: ({ input }) => ({ target: input.target, token: null, isSlow: false, failure: null, isResponseLost: false, answer: null }),
    initial: "fetching",
    output: ({ context }) => context.answer,
    states: {
      fetching: {
        tags: "busy",
        on: { "consent.refuse": "over" },
        after: { untilSlow: { actions: "markSlow" } },
        exit: "clearSlow",
        invoke: {
          id: "fetchToken",
          src: "fetchToken",
          input: ({ context }) => ({ target: context.target }),
          onDone: { target: "confirming", actions: { type: "storeToken", params: ({ event }) => event.output } },
          onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        },
      },
      confirming: { tags: "confirming", on: { "consent.give": "removing", "consent.refuse": "over" } },
      removing: {
        tags: ["busy", "confirming"],
        invoke: {
          id: "remove",
          src: "remove",
          input: ({ context }) => ({ target: context.target, token: required(context.token) }),
          onDone: { target: "over", actions: { type: "storeResult", params: ({ event }) => event.output } },
          onError: [
            {
              guard: { type: "isAlreadyRemoved", params: ({ event }) => asFailure(event.error) },
              target: "over",
              actions: "storeOutputWithoutResponse",
            },
            {
              guard: { type: "isTokenSpent", params: ({ event }) => asFailure(event.error) },
              target: "fetching",
              actions: { type: "fail", params: ({ event }) => asFailure(event.error) },
            },
            {
              guard: { type: "isResponseLost", params: ({ event }) => asFailure(event.error) },
              target: "failed",
              actions: { type: "failWithoutResponse", params: ({ event }) => asFailure(event.error) },
            },
            { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
          ],
        },
      },
      failed: {
        on: {
          "deletion.retry": [
            { guard: "isTokenKept", target: "removing", actions: "clearFailure" },
            { target: "fetching", actions: "clearFailure" },
          ],
          "consent.refuse": "over",
        },
      },
      over: { type: "final" },
    },
  })

const required = <Token>(token: Token | null): Token => {
  if (token === null) throw new Error("the deletion has no token")
  return token
}
