// Signing in: every transition of the machine, and the countdown after too many attempts.
import { describe, expect, test } from "vitest"
import { createActor, createMachine, fromPromise, SimulatedClock, waitFor } from "xstate"
import { codeViolations, credentialViolations } from "../../domain/accounts/credentials.ts"
import { signInMachine } from "../../machines/session/sign-in-machine.ts"
import { forbidden, rateLimited, signedOut, unreachable, validationFailed } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const login = (username: string, password = "secret") => ({ type: "credentials.submit", username, password }) as const
const verify = (code: string) => ({ type: "code.submit", code }) as const
const wrong = validationFailed("password", "Bad credentials.")
const events = [
  login("ada"),
  login(" ada\t"),
  login("bob"),
  login(" "),
  login("ada", ""),
  verify("123 456"),
  verify("12"),
  verify(" "),
  { type: "code.cancel" } as const,
  doneEvent("login", true),
  doneEvent("login", false),
  errorEvent("login", wrong),
  errorEvent("login", unreachable),
  errorEvent("login", rateLimited(1.2)),
  doneEvent("verify", undefined),
  errorEvent("verify", validationFailed("verificationCode", "Invalid two-factor authentication code.")),
  errorEvent("verify", signedOut),
  errorEvent("verify", rateLimited(1)),
  { type: "xstate.after.second.sign in.credentials.waiting" } as never,
  { type: "xstate.after.second.sign in.code.waiting" } as never,
]
/** Without its parent, the session. */
const alone = signInMachine.provide({ actions: { notifyCodeRequired: () => undefined, notifyCodeCanceled: () => undefined } })
const all = machineEdges(alone, { input: { username: "" }, events })

describe("signing in", () => {
  test("reaches every state: both forms, both requests, both waits, and the end", () => {
    const values = new Set(all.map(({ next }) => JSON.stringify(next.value)))
    expect([...values].sort()).toEqual([
      '"done"',
      '{"code":"submitting"}',
      '{"code":"waiting"}',
      '{"code":"writing"}',
      '{"credentials":"submitting"}',
      '{"credentials":"waiting"}',
      '{"credentials":"writing"}',
    ])
  })

  test("does not submit an empty username or password, nor an empty or incomplete code", () => {
    for (const { state, event, next } of all) {
      if (event.type === "credentials.submit" && "username" in event && state.matches({ credentials: "writing" }))
        expect(next.matches({ credentials: "submitting" })).toBe(credentialViolations(event).length === 0)
      if (event.type === "code.submit" && "code" in event && state.matches({ code: "writing" }))
        expect(next.matches({ code: "submitting" })).toBe(codeViolations(event.code).length === 0)
      if (event.type === "code.submit" && state.hasTag("waiting")) expect(next.value).toEqual(state.value)
    }
  })

  test("sends the username without the white space around it", async () => {
    const sent: Array<unknown> = []
    const port = fromPromise<boolean, { readonly username: string; readonly password: string }>(async ({ input }) => {
      sent.push(input)
      return true
    })
    const actor = createActor(alone.provide({ actors: { login: port } }), { input: { username: "" } }).start()
    actor.send({ type: "credentials.submit", username: " ada\t", password: " secret " })
    await waitFor(actor, ({ status }) => status === "done")
    expect(sent).toEqual([{ username: "ada", password: " secret " }])
  })

  test("sends the code without white space", async () => {
    const sent: Array<unknown> = []
    const port = fromPromise<void, { readonly code: string }>(async ({ input }) => void sent.push(input))
    const asking = alone.provide({ actors: { login: fromPromise(async () => false), verify: port } })
    const actor = createActor(asking, { input: { username: "" } }).start()
    actor.send(login("ada"))
    await waitFor(actor, (state) => state.matches({ code: "writing" }))
    actor.send(verify(" 123 456\n"))
    await waitFor(actor, ({ status }) => status === "done")
    expect(sent).toEqual([{ code: "123456" }])
  })

  test("returns to the credentials without a failure or a wait when the code is canceled", () => {
    const left = all.filter(({ state, event }) => state.hasTag("code") && event.type === "code.cancel")
    expect(left.some(({ state }) => state.context.failure !== null)).toBe(true)
    expect(left.some(({ state }) => state.hasTag("waiting"))).toBe(true)
    for (const { next } of left) {
      expect([next.context.failure, next.context.failedAt, next.context.secondsLeft]).toEqual([null, null, 0])
      expect(next.value).toEqual({ credentials: "writing" })
    }
  })

  test("shows a failure of the code at its step, and returns to the credentials if the session is gone", () => {
    const failures = all.filter(({ state, event }) => state.matches({ code: "submitting" }) && event.type === "xstate.error.actor.verify")
    expect(failures.length).toBeGreaterThan(0)
    for (const { event, next } of failures) {
      expect(next.context.failedAt).toBe("code")
      if ("error" in event) expect(next.hasTag("code")).toBe(event.error !== signedOut)
    }
  })

  test("keeps the username of the last attempt, but neither password nor code", () => {
    for (const { next } of all) expect(Object.keys(next.context).sort()).toEqual(["failedAt", "failure", "secondsLeft", "username"])
    const tries = all.filter(({ event, next }) => event.type === "credentials.submit" && next.matches({ credentials: "submitting" }))
    for (const { state, event, next } of tries)
      if (!state.hasTag("busy") && "username" in event) expect(next.context.username).toBe(event.username)
  })

  test("clears the previous failure on a new attempt", () => {
    for (const { state, next } of all)
      if (!state.hasTag("busy") && next.hasTag("busy")) expect([next.context.failedAt, next.context.failure]).toEqual([null, null])
  })

  test("[U3] allows an attempt for another account while one account has to wait", () => {
    const tries = all.filter(({ state, event }) => state.matches({ credentials: "waiting" }) && event.type === "credentials.submit")
    for (const { state, event, next } of tries) {
      if (!("username" in event)) continue
      const isAnother = event.username.trim() !== state.context.username.trim() && credentialViolations(event).length === 0
      expect([next.hasTag("waiting"), next.context.secondsLeft]).toEqual([!isAnother, isAnother ? 0 : state.context.secondsLeft])
    }
    expect(new Set(tries.map(({ next }) => next.hasTag("waiting")))).toEqual(new Set([true, false]))
  })

  test("waits only after a rate limit", () => {
    for (const { state, event, next } of all)
      if (!state.hasTag("waiting") && next.hasTag("waiting"))
        expect("error" in event ? event.error : event).toMatchObject({ _tag: "RateLimited" })
  })
})

/** Runs the sign-in under a parent that records its events. */
const under = (machine: typeof signInMachine, clock: SimulatedClock) => {
  const told: Array<string> = []
  const parent = createActor(
    createMachine({
      invoke: { id: "signIn", src: machine, input: { username: "" }, onDone: { actions: () => told.push("done") } },
      on: { "*": { actions: ({ event }) => told.push(event.type) } },
    }),
    { clock },
  ).start()
  const child = () => {
    const { signIn } = parent.getSnapshot().children
    if (signIn === undefined) throw new Error("no sign-in")
    return signIn
  }
  return { told, child }
}

test("[U3] counts down the seconds after too many attempts, then allows another one", async () => {
  const clock = new SimulatedClock()
  const outcomes = [rateLimited(2.4), null]
  const machine = signInMachine.provide({
    actors: {
      login: fromPromise(async () => {
        const failure = outcomes.shift()
        if (failure) throw failure
        return true
      }),
    },
  })
  const { child, told } = under(machine, clock)
  const actor = child()
  actor.send(login("ada"))
  await waitFor(actor, (state) => state.matches({ credentials: "waiting" }))
  const left = [actor.getSnapshot().context.secondsLeft]
  for (let second = 0; second < 3; second++) {
    clock.increment(1000)
    left.push(actor.getSnapshot().context.secondsLeft)
  }
  expect(left).toEqual([3, 2, 1, 0])
  actor.send(login("ada"))
  await waitFor(actor, (state) => state.status === "done")
  expect(told).toEqual(["done"])
})

test("notifies the session when a code is required and when it is canceled, but not when it is refused", async () => {
  const machine = signInMachine.provide({
    actors: { login: fromPromise(async () => false), verify: fromPromise(async () => Promise.reject(forbidden)) },
  })
  const { child, told } = under(machine, new SimulatedClock())
  const actor = child()
  const submit = () => {
    actor.send(login("ada"))
    return waitFor(actor, (state) => state.hasTag("code"))
  }
  await submit()
  actor.send({ type: "code.cancel" })
  await submit()
  actor.send(verify("1 2 3 4 5 6"))
  await waitFor(actor, (state) => !state.hasTag("busy"))
  expect(told).toEqual(["code.required", "code.canceled", "code.required"])
})
