// External store behind the sign-in form: a view of the sign-in machine that the session runs while no user is signed in.

import type { EventFrom } from "xstate"
import type { Failure, Unreachable } from "../../../domain/failures/failure.ts"
import type { Violation } from "../../../domain/findings/finding.ts"
import type { SessionActor } from "../../../machines/session/session-machine.ts"
import type { SignInContext, signInMachine } from "../../../machines/session/sign-in-machine.ts"
import { createEventBus } from "../../kit/event-bus.ts"

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
  let cached: { readonly state: unknown; readonly value: unknown; readonly getView: SignInView } | undefined

  const view = (): SignInView => {
    const { value, context } = session.getSnapshot()
    const state = signIn()?.getSnapshot()
    if (cached !== undefined && cached.state === state && cached.value === value) return cached.getView
    cached = {
      state,
      value,
      getView: buildView(state, value === "unreachable" ? context.failure : null, cached?.getView ?? initialSignInView),
    }
    return cached.getView
  }

  return {
    getView: view,
    send: (event) => signIn()?.send(event),
    prepare: () => undefined,
    retry: () => session.send({ type: "session.retry" }),
    subscribe: (listener) => {
      let current = signIn()
      let subscription = current?.subscribe(listener)
      const sessionSubscription = session.subscribe(() => {
        if (current !== signIn()) {
          subscription?.unsubscribe()
          current = signIn()
          subscription = current?.subscribe(listener)
        }
        listener()
      })
      return () => {
        subscription?.unsubscribe()
        sessionSubscription.unsubscribe()
      }
    },
  }
}

type SignInState = ReturnType<NonNullable<ReturnType<SessionActor["getSnapshot"]>["children"]["signIn"]>["getSnapshot"]>

const getUnexpectedResponse = (failure: Failure | null) => (failure?._tag === "Unreachable" ? failure.answered : undefined)

const buildView = (state: SignInState | undefined, unreachable: Failure | null, previous: SignInView): SignInView => {
  if (unreachable !== null)
    return {
      ...previous,
      step: "unreachable",
      failure: unreachable._tag,
      unexpectedResponse: getUnexpectedResponse(unreachable),
      busy: false,
    }
  // Between the end of the sign-in and the arrival of the user, the last view stays.
  if (state === undefined) return { ...previous, busy: true }
  const { username, failedAt, secondsLeft, failure } = state.context
  const violations = failure?._tag === "ValidationFailed" ? failure.violations : []
  const step = state.hasTag("code") ? "code" : "credentials"
  const busy = state.hasTag("busy") || state.status === "done"
  return {
    username,
    unexpectedResponse: getUnexpectedResponse(failure),
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
  const { subscribe, emit: notify } = createEventBus()
  let earlyView: SignInView = initialSignInView
  let pendingEvent: SignInEvent | undefined
  let store: SignInStore | undefined
  let loading: Promise<void> | undefined

  const load = async (): Promise<void> => {
    const loadedStore = createSignInStore(await fetchSession())
    if (pendingEvent !== undefined) loadedStore.send(pendingEvent)
    store = loadedStore
    loadedStore.subscribe(notify)
    notify()
  }
  const handleLoadFailure = () => {
    loading = undefined
    // A failed preload is shown only once the user has submitted.
    earlyView = pendingEvent === undefined ? earlyView : { ...earlyView, busy: false, failure: "Unreachable", failedAt: "credentials" }
    pendingEvent = undefined
    notify()
  }

  const prepare = () => {
    if (store === undefined) loading ??= load().catch(handleLoadFailure)
  }

  return {
    prepare,
    subscribe,
    getView: () => store?.getView() ?? earlyView,
    send: (event) => {
      if (store !== undefined) return store.send(event)
      pendingEvent = event
      earlyView = { ...earlyView, busy: true, failure: null, failedAt: null }
      notify()
      prepare()
    },
    retry: () => store?.retry(),
  }
}
