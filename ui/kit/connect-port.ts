// Fills a machine's port with a function of an adapter. Used by the wiring files only.
import { fromPromise, type PromiseActorLogic } from "xstate"
import { SignedOut } from "../../domain/failure.ts"

export type ConnectPort = <Input, Output>(run: (input: Input, signal: AbortSignal) => Promise<Output>) => PromiseActorLogic<Output, Input>

/** Makes the `fill` of an application. A call that finds nobody signed in is also told to `onSignedOut`, whichever machine made it. */
export const createConnectPort =
  (onSignedOut: () => void): ConnectPort =>
  (run) =>
    fromPromise(async ({ input, signal }) => {
      try {
        return await run(input, signal)
      } catch (error) {
        // Nobody waits for a call that was called off. Its end must not be taken for that of the call made in its place.
        if (signal.aborted) return never()
        if (error instanceof SignedOut) onSignedOut()
        throw error
      }
    })

const never = <Output>(): Promise<Output> => new Promise(() => undefined)
