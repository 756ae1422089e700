// Signing in: every edge of the machine, and the count-down of a limit.
import { describe, expect, test } from "vitest"
import { createActor, createMachine, fromPromise, SimulatedClock, waitFor } from "xstate"
import { mayTry, mayVerify } from "../../domain/accounts/sign-in.ts"
import { type SignInField, signInMachine } from "../../machines/sign-in.ts"
import { forbidden, refused, signedOut, tooSoon, unreachable } from "./console-stand-ins.ts"
import { done, edges, failed } from "./edges.ts"

const type = (field: SignInField, text: string) => ({ type: "field.type", field, text }) as const
const wrong = refused("password", "Bad credentials.")
const events = [
  type("username", "ada"),
  type("username", " "),
  type("username", "bob"),
  type("password", "secret"),
  type("code", "123 456"),
  { type: "form.submit" } as const,
  { type: "code.leave" } as const,
  done("login", true),
  done("login", false),
  failed("login", wrong),
  failed("login", unreachable),
  failed("login", tooSoon(1.2)),
  done("verify", undefined),
  failed("verify", refused("verificationCode", "Invalid two-factor authentication code.")),
  failed("verify", signedOut),
  failed("verify", tooSoon(1)),
  { type: "xstate.after.second.sign in.credentials.waiting" } as never,
  { type: "xstate.after.second.sign in.code.waiting" } as never,
]
/** Without the session that runs it. */
const alone = signInMachine.provide({ actions: { tellCodeAsked: () => undefined, tellCodeLeft: () => undefined } })
const all = edges(alone, { input: { username: "" }, events })

describe("signing in", () => {
  test("every step is reached: both forms, both tries, both waits, the end", () => {
    const values = new Set(all.map(({ next }) => JSON.stringify(next.value)))
    expect([...values].sort()).toEqual([
      '"done"',
      '{"code":"trying"}',
      '{"code":"waiting"}',
      '{"code":"writing"}',
      '{"credentials":"trying"}',
      '{"credentials":"waiting"}',
      '{"credentials":"writing"}',
    ])
  })

  test("an empty name or password blocks the sign-in, an empty code its check", () => {
    for (const { state, event, next } of all) {
      if (event.type !== "form.submit") continue
      if (state.matches({ credentials: "writing" })) expect(next.matches({ credentials: "trying" })).toBe(mayTry(state.context.fields))
      if (state.matches({ code: "writing" })) expect(next.matches({ code: "trying" })).toBe(mayVerify(state.context.fields.code))
      if (state.hasTag("waiting")) expect(next.value).toEqual(state.value)
    }
  })

  test("what is empty is named instead of being sent, under its field and until it is written in", () => {
    const blocked = all.filter(
      ({ state, event, next }) => event.type === "form.submit" && !state.hasTag("waiting") && !state.hasTag("busy") && !next.hasTag("busy"),
    )
    for (const { state, next } of blocked) {
      if (state.status !== "active") continue
      const { username, password, code } = state.context.fields
      const asked = state.hasTag("code") ? { code: code.trim() } : { username: username.trim(), password }
      const empty = Object.entries(asked).flatMap(([field, text]) => (text === "" ? [{ field, message: `sign-in.blank.${field}` }] : []))
      expect(next.context.violations).toEqual(empty)
      expect(empty.length).toBeGreaterThan(0)
    }
    expect(new Set(blocked.flatMap(({ next }) => next.context.violations.map(({ field }) => field)))).toEqual(
      new Set(["username", "password", "code"]),
    )
  })

  test("white space around a name is not sent with it", async () => {
    const sent: Array<unknown> = []
    const login = fromPromise<boolean, { readonly username: string; readonly password: string }>(async ({ input }) => {
      sent.push(input)
      return true
    })
    const actor = createActor(alone.provide({ actors: { login } }), { input: { username: "" } }).start()
    actor.send(type("username", " ada\t"))
    actor.send(type("password", " secret "))
    actor.send({ type: "form.submit" })
    await waitFor(actor, ({ status }) => status === "done")
    expect(sent).toEqual([{ username: "ada", password: " secret " }])
  })

  test("editing a field clears what the server had against it, and nothing else", () => {
    for (const { state, event, next } of all) {
      if (event.type !== "field.type" || state.hasTag("busy") || state.status !== "active") continue
      expect(next.context.violations).toEqual(state.context.violations.filter(({ field }) => field !== event.field))
      expect(next.context.fields).toEqual({ ...state.context.fields, [event.field]: event.text })
    }
  })

  test("what is typed while a try is under way changes nothing", () => {
    for (const { state, event, next } of all)
      if (event.type === "field.type" && state.hasTag("busy")) expect(next.context).toEqual(state.context)
  })

  test("a failed code is cleared, and a session that is gone goes back to the password", () => {
    const failures = all.filter(({ state, event }) => state.matches({ code: "trying" }) && event.type === "xstate.error.actor.verify")
    expect(failures.length).toBeGreaterThan(0)
    for (const { event, next } of failures) {
      expect(next.context.fields.code).toBe("")
      expect(next.context.failedAt).toBe("code")
      if ("error" in event) expect(next.hasTag("code")).toBe(event.error !== signedOut)
    }
  })

  test("the password is not kept once the server has taken it", () => {
    for (const { state, event, next } of all)
      if (state.matches({ credentials: "trying" }) && event.type === "xstate.done.actor.login")
        expect(next.context.fields.password).toBe("")
  })

  test("a new try forgets what came of the last one", () => {
    for (const { state, next } of all)
      if (!state.hasTag("busy") && next.hasTag("busy")) expect([next.context.violations, next.context.failure]).toEqual([[], null])
  })

  test("[U3] who must wait for one account may try another at once", () => {
    const typed = all.filter(({ state, event }) => state.matches({ credentials: "waiting" }) && event.type === "field.type")
    for (const { state, event, next } of typed) {
      if (event.type !== "field.type") continue
      const isAnother = event.field === "username" && event.text.trim() !== state.context.fields.username.trim()
      expect([next.hasTag("waiting"), next.context.secondsLeft]).toEqual([!isAnother, isAnother ? 0 : state.context.secondsLeft])
    }
    expect(new Set(typed.map(({ next }) => next.hasTag("waiting")))).toEqual(new Set([true, false]))
  })

  test("only a limit makes one wait", () => {
    for (const { state, event, next } of all)
      if (!state.hasTag("waiting") && next.hasTag("waiting"))
        expect("error" in event ? event.error : event).toMatchObject({ _tag: "TooSoon" })
  })
})

/** The sign-in speaks to whoever runs it. */
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

test("[U3] after too many tries the seconds are counted down, and then one may try again", async () => {
  const clock = new SimulatedClock()
  const outcomes = [tooSoon(2.4), null]
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
  for (const event of [type("username", "ada"), type("password", "x"), { type: "form.submit" }]) actor.send(event)
  await waitFor(actor, (state) => state.matches({ credentials: "waiting" }))
  const left = [actor.getSnapshot().context.secondsLeft]
  for (let second = 0; second < 3; second++) {
    clock.increment(1000)
    left.push(actor.getSnapshot().context.secondsLeft)
  }
  expect(left).toEqual([3, 2, 1, 0])
  actor.send({ type: "form.submit" })
  await waitFor(actor, (state) => state.status === "done")
  expect(told).toEqual(["done"])
})

test("the code's request, its being left and its end are told to the session", async () => {
  const machine = signInMachine.provide({
    actors: { login: fromPromise(async () => false), verify: fromPromise(async () => Promise.reject(forbidden)) },
  })
  const { child, told } = under(machine, new SimulatedClock())
  const actor = child()
  const submit = () => {
    for (const event of [type("username", "ada"), type("password", "x"), { type: "form.submit" }]) actor.send(event)
    return waitFor(actor, (state) => state.hasTag("code"))
  }
  await submit()
  actor.send({ type: "code.leave" })
  await submit()
  actor.send(type("code", "1 2 3"))
  actor.send({ type: "form.submit" })
  await waitFor(actor, (state) => !state.hasTag("busy"))
  expect(told).toEqual(["code.asked", "code.left", "code.asked"])
  expect(actor.getSnapshot().context.fields.code).toBe("")
})
