// What the sign-in screen shows, and where it sends what happens: the sign-in that the session runs while nobody is signed in.
import type { EventFrom } from "xstate"
import type { Failure, Unreachable, Violation } from "../../../domain/failure.ts"
import type { SessionActor } from "../../../machines/session/session-machine.ts"
import type { SignInContext, signInMachine } from "../../../machines/session/sign-in-machine.ts"

export type SignInEvent = EventFrom<typeof signInMachine>
export type SignInView = Pick<SignInContext, "username" | "failedAt" | "secondsLeft"> & {
  readonly failure: Failure["_tag"] | null
  /** What came in place of the server's answer, where anything came. */
  readonly unexpectedResponse: Unreachable["answered"]
  /** What the server has against single fields. */
  readonly violations: ReadonlyArray<Violation>
  /** unreachable: signed in perhaps, but the server did not say as whom. */
  readonly step: "credentials" | "code" | "unreachable"
  readonly busy: boolean
  readonly waiting: boolean
}
export type SignInStore = {
  readonly subscribe: (listener: () => void) => () => void
  readonly getView: () => SignInView
  readonly send: (event: SignInEvent) => void
  /** Somebody is about to sign in. */
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

/** The door of a running session. */
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
  // Between the sign-in's end and the user's arrival the screen stands still.
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

// The door of the first page, which is there before the machines are: they are fetched when somebody begins to type.

/** A door that calls `fetchSession` once it is needed. Where that fails, the screen says so and the next try fetches again. */
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
    // What is only being prepared is not missed yet.
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
