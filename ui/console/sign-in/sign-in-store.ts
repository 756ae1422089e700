// External store behind the sign-in form: a view of the sign-in machine that the session runs while no user is signed in.
import type { EventFrom } from "xstate"
import type { Failure, Unreachable, Violation } from "../../../domain/failure.ts"
import type { SessionActor } from "../../../machines/session/session-machine.ts"
import type { SignInContext, signInMachine } from "../../../machines/session/sign-in-machine.ts"

export type SignInEvent = EventFrom<typeof signInMachine>
export type SignInView = Pick<SignInContext, "username" | "failedAt" | "secondsLeft"> & {
  readonly failure: Failure["_tag"] | null
  /** What was received in place of a response of the server, if anything. */
  readonly unexpectedResponse: Unreachable["answered"]
  /** The server's violations of single fields. */
  readonly violations: ReadonlyArray<Violation>
  /** `unreachable`: perhaps signed in, but the server did not answer who the user is. */
  readonly step: "credentials" | "code" | "unreachable"
  readonly busy: boolean
  readonly waiting: boolean
}
export type SignInStore = {
  readonly subscribe: (listener: () => void) => () => void
  readonly getView: () => SignInView
  readonly send: (event: SignInEvent) => void
  /** Called when the user begins to type. */
  readonly prepare: () => void
  readonly retry: () => void
}

export const initialSignInView: SignInView = {
  username: "",
  violations: [],
  failure: null,
  unexpectedResponse: undefined,
  failedAt: null,
  secondsLeft: 0,
  step: "credentials",
  busy: false,
  waiting: false,
}

/** Creates the store of a running session. */
export const createSignInStore = (session: SessionActor): SignInStore => {
  const signIn = () => session.getSnapshot().children.signIn
  let seen: { readonly state: unknown; readonly value: unknown; readonly view: SignInView } | undefined

  const view = (): SignInView => {
    const { value, context } = session.getSnapshot()
    const state = signIn()?.getSnapshot()
    if (seen !== undefined && seen.state === state && seen.value === value) return seen.view
    seen = { state, value, view: look(state, value === "unreachable" ? context.failure : null, seen?.view ?? initialSignInView) }
    return seen.view
  }

  return {
    getView: view,
    send: (event) => signIn()?.send(event),
    prepare: () => undefined,
    retry: () => session.send({ type: "session.retry" }),
    subscribe: (listener) => {
      let current = signIn()
      let watching = current?.subscribe(listener)
      const whole = session.subscribe(() => {
        if (current !== signIn()) {
          watching?.unsubscribe()
          current = signIn()
          watching = current?.subscribe(listener)
        }
        listener()
      })
      return () => {
        watching?.unsubscribe()
        whole.unsubscribe()
      }
    },
  }
}

type SignInState = ReturnType<NonNullable<ReturnType<SessionActor["getSnapshot"]>["children"]["signIn"]>["getSnapshot"]>

const answeredOf = (failure: Failure | null) => (failure?._tag === "Unreachable" ? failure.answered : undefined)

const look = (state: SignInState | undefined, unreachable: Failure | null, before: SignInView): SignInView => {
  if (unreachable !== null)
    return { ...before, step: "unreachable", failure: unreachable._tag, unexpectedResponse: answeredOf(unreachable), busy: false }
  // Between the end of the sign-in and the arrival of the user, the last view stays.
  if (state === undefined) return { ...before, busy: true }
  const { username, failedAt, secondsLeft, failure } = state.context
  const violations = failure?._tag === "Refused" ? failure.violations : []
  const step = state.hasTag("code") ? "code" : "credentials"
  const busy = state.hasTag("busy") || state.status === "done"
  return {
    username,
    unexpectedResponse: answeredOf(failure),
    violations,
    failedAt,
    secondsLeft,
    failure: failure?._tag ?? null,
    step,
    busy,
    waiting: state.hasTag("waiting"),
  }
}

/**
 * Creates the store of the early sign-in page, before the machines are loaded: `fetchSession` loads them when the user begins to type.
 * If loading fails, the page says so, and the next attempt loads again.
 */
export const createLazySignInStore = (fetchSession: () => Promise<SessionActor>): SignInStore => {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  let early: SignInView = initialSignInView
  let first: SignInEvent | undefined
  let door: SignInStore | undefined
  let coming: Promise<void> | undefined

  const arrive = async (): Promise<void> => {
    const arrived = createSignInStore(await fetchSession())
    if (first !== undefined) arrived.send(first)
    door = arrived
    arrived.subscribe(tell)
    tell()
  }
  const giveUp = () => {
    coming = undefined
    // A failed preload is shown only once the user has submitted.
    early = first === undefined ? early : { ...early, busy: false, failure: "Unreachable", failedAt: "credentials" }
    first = undefined
    tell()
  }

  const prepare = () => {
    if (door === undefined) coming ??= arrive().catch(giveUp)
  }

  return {
    prepare,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getView: () => door?.getView() ?? early,
    send: (event) => {
      if (door !== undefined) return door.send(event)
      first = event
      early = { ...early, busy: true, failure: null, failedAt: null }
      tell()
      prepare()
    },
    retry: () => door?.retry(),
  }
}
