// Connects a machine's port to a function of an adapter. Used by the wiring files only.
import { fromPromise, type PromiseActorLogic } from "xstate"
import { SignedOut } from "../../domain/failures/failure.ts"

export type ConnectPort = <Input, Output>(run: (input: Input, signal: AbortSignal) => Promise<Output>) => PromiseActorLogic<Output, Input>

/** Returns the `ConnectPort` of an application. `onSignedOut` is called when any call fails because the user is signed out. */
export const createConnectPort =
  (onSignedOut: () => void): ConnectPort =>
  (run) =>
    fromPromise(async ({ input, signal }) => {
      try {
        return await run(input, signal)
      } catch (error) {
        // The promise of an aborted call never settles, so that its result is not taken for that of the call that replaced it.
        if (signal.aborted) return neverSettle()
        if (error instanceof SignedOut) onSignedOut()
        throw error
      }
    })

const neverSettle = <Output>(): Promise<Output> => new Promise(() => undefined)
