// Ports: actors that a machine declares and does not implement, and the types that machines share with them.

import { fromCallback, fromPromise, type PromiseActorLogic } from "xstate"
import type { ScriptId } from "../domain/script/script.ts"

/** Returns a promise actor that always rejects. The wiring provides an adapter in its place, tests provide a stand-in. */
export const port = <Output, Input>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`port "${name}" is not wired`)))

/** Runs while a screen holds work that the server does not have: the end of the session then leaves the screen open. */
export const unsavedWorkPort = fromCallback(() => {
  throw new Error('port "holdWork" is not wired')
})

/** Milliseconds after which a pending request counts as slow and the screen says so. */
export const responseDelays = { untilSlow: 300 } as const

/** A text file that the user picked or dropped, not read yet. */
export type PickedFile = { readonly name: string; readonly text: () => Promise<string> }

/** An image or a font that the user picked or dropped, not read yet; `bytes` is its size. */
export type PickedImage = {
  readonly name: string
  readonly type: string
  readonly bytes: number
  readonly content: () => Promise<ArrayBuffer>
}

/** A script of a community; `community` is the slug. */
export type ScriptRef = { readonly community: string; readonly uuid: ScriptId }
