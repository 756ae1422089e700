// A port is a named hole in a machine. The wiring fills it with an adapter, a test with a stand-in.
import { fromCallback, fromPromise, type PromiseActorLogic } from "xstate"
import { type Failure, isFailure, Unreachable } from "../domain/failure.ts"

export const port = <Output, Input>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`port "${name}" is not wired`)))

/** Runs as long as there is work that the server does not have: until it ends, the session's end does not close the screen. */
export const unsavedWorkPort = fromCallback(() => {
  throw new Error('port "holdWork" is not wired')
})

/** What an adapter rejected with, in the domain's words. A rejection that is none of them is a bug and says so. */
export const asFailure = (error: unknown): Failure => (isFailure(error) ? error : new Unreachable({ message: String(error) }))

// How long what was asked for may take before it is said that it is on its way.

/** Milliseconds for which a deed that was asked for may seem to do nothing. */
export const responseDelays = { untilSlow: 300 } as const

// Files as they were picked or dropped; nothing of them is read yet.

/** One that holds text. */
export type PickedFile = { readonly name: string; readonly text: () => Promise<string> }

/** One that holds an image or a font; `bytes` is its size. */
export type PickedImage = {
  readonly name: string
  readonly type: string
  readonly bytes: number
  readonly content: () => Promise<ArrayBuffer>
}
