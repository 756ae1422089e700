// Why a call from a respondent's page failed, in terms that the page can act on.

/** An answer that breaks a rule of its question: a catalog key and the values for its text. */
export type AnswerRefusal = { readonly key: string; readonly values: Readonly<Record<string, string | number>> }

/**
 * `missing`: no such chat; `closed`: it no longer accepts answers; `paused`: it does not accept answers for now;
 * `not-open-yet`: the same, without a conversation to continue;
 * `already-answered`: the question was answered in the meantime, for example in another window; `too-soon`: try again after
 * `seconds`.
 */
export type ChatFailure =
  | { readonly type: "missing" }
  | { readonly type: "closed" }
  | { readonly type: "paused" }
  | { readonly type: "not-open-yet" }
  | { readonly type: "already-answered" }
  | { readonly type: "refused"; readonly refusal: AnswerRefusal }
  | { readonly type: "too-large" }
  | { readonly type: "too-soon"; readonly seconds: number }
  | { readonly type: "unreachable" }

/** The error that adapters reject with. */
export class ChatFailureError extends Error {
  readonly trouble: ChatFailure
  constructor(trouble: ChatFailure, cause?: unknown) {
    super(trouble.type, { cause })
    this.trouble = trouble
  }
}

/** Returns the failure of a thrown error. Anything unknown counts as unreachable, since a retry may succeed. */
export const toChatFailure = (error: unknown): ChatFailure => (error instanceof ChatFailureError ? error.trouble : { type: "unreachable" })
