// The session: every transition. Late responses, other tabs and lost sessions never show one user's work to another.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createActor, fromCallback, fromPromise, waitFor } from "xstate"
import type { User } from "../../domain/accounts/user.ts"
import { type StoredUserCommand, sessionMachine, type TabMessage } from "../../machines/session/session-machine.ts"
import { signInMachine } from "../../machines/session/sign-in-machine.ts"
import { signedOut, unreachable, user } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const ada = user("ada")
const bob = user("bob")
const sessionEvents = [
  { type: "session.lost" },
  { type: "session.retry" },
  { type: "session.began" },
  { type: "session.ended" },
  { type: "sign.out" },
  { type: "failure.dismiss" },
  { type: "user.changed" },
  { type: "unsaved-work.add", work: "form" },
  { type: "unsaved-work.add", work: "script" },
  { type: "unsaved-work.remove", work: "form" },
  { type: "code.required" },
  { type: "code.canceled" },
] as const
const silent = fromCallback<StoredUserCommand>(() => undefined)
const outcomes = [
  doneEvent("currentUser", ada),
  doneEvent("currentUser", bob),
  doneEvent("currentUser", null),
  errorEvent("currentUser", signedOut),
  errorEvent("currentUser", unreachable),
  doneEvent("signIn", undefined),
  doneEvent("signOut", undefined),
  errorEvent("signOut", unreachable),
  errorEvent("signOut", signedOut),
  doneEvent("readStoredUser", ada),
  doneEvent("readStoredUser", null),
]
/** Without other tabs. */
const alone = sessionMachine.provide({ actors: { otherTabs: fromCallback(() => undefined), copy: silent } })
const all = machineEdges(alone, { input: { isSignedOut: false }, events: [...sessionEvents, ...outcomes] })

describe("session", () => {
  test("reaches every state", () => {
    const values = new Set(all.map(({ state }) => JSON.stringify(state.value)))
    expect([...values].sort()).toEqual([
      '"interrupted"',
      '"reverifying"',
      '"signedIn"',
      '"signingOut"',
      '"unreachable"',
      '{"identifying":"awaitingServer"}',
      '{"identifying":"recognized"}',
      '{"signedOut":"codeAsked"}',
      '{"signedOut":"credentialsAsked"}',
    ])
  })

  test("shows the screens behind the sign-in only to a known user, and forgets the user and their work once signed out", () => {
    for (const { next } of all) {
      if (next.hasTag("authenticated")) expect(next.context.user).not.toBe(null)
      if (next.matches("signedOut")) expect([next.context.user, next.context.unsavedWork]).toEqual([null, []])
    }
  })

  test("is signed out after a response without a user, and after a 401", () => {
    for (const { state, event, next } of all) {
      if (!state.matches("identifying")) continue
      if (event.type === "xstate.done.actor.currentUser" && "output" in event && event.output === null)
        expect(next.matches("signedOut")).toBe(true)
      if (event.type === "xstate.error.actor.currentUser" && "error" in event)
        expect(next.matches(event.error === signedOut ? "signedOut" : "unreachable")).toBe(true)
    }
  })

  test("keeps the screen open over unsaved work until another user signs in or this one signs out", () => {
    const held = all.filter(({ state }) => state.hasTag("authenticated") && state.context.unsavedWork.length > 0)
    const begun = all.filter(({ state, event }) => state.matches({ identifying: "recognized" }) && event.type === "unsaved-work.add")
    expect(begun.some(({ next }) => next.hasTag("authenticated") && next.context.unsavedWork.length > 0)).toBe(true)
    for (const { state, event, next } of held) {
      if (state.matches("signingOut")) continue
      const isAnother = next.context.user?.uuid !== state.context.user?.uuid
      expect([state.value, event, next.hasTag("authenticated")]).toEqual([state.value, event, true])
      if (event.type !== "unsaved-work.remove" && !isAnother) expect(next.context.unsavedWork.length).toBeGreaterThan(0)
    }
  })

  test("checks with the server when this or another tab reports it lost, and if so closes the screen unless there is unsaved work", () => {
    for (const { state, event, next } of all) {
      if (state.matches("signedIn") && ["session.lost", "session.ended", "session.began"].includes(event.type))
        expect(next.value).toBe("reverifying")
      const isGone =
        event.type === "xstate.done.actor.currentUser"
          ? "output" in event && event.output === null
          : event.type === "xstate.error.actor.currentUser" && "error" in event && event.error === signedOut
      if (state.matches("reverifying") && isGone)
        expect([next.matches("interrupted"), next.matches("signedOut")]).toEqual(
          state.context.unsavedWork.length > 0 ? [true, false] : [false, true],
        )
    }
  })

  test("keeps unsaved work when the same user is back, and drops it for another user", () => {
    for (const { state, event, next } of all) {
      if (!state.matches("reverifying") || event.type !== "xstate.done.actor.currentUser" || !("output" in event)) continue
      if (!next.matches("signedIn")) continue
      expect(next.context.user).toBe(event.output)
      expect(next.context.unsavedWork).toEqual(state.context.user === event.output ? state.context.unsavedWork : [])
    }
  })

  test("tracks each unsaved work by name until that one is removed", () => {
    for (const { state, event, next } of all) {
      if (!("work" in event) || state.context.user === null) continue
      const others = state.context.unsavedWork.filter((work) => work !== event.work)
      expect(next.context.unsavedWork).toEqual(event.type === "unsaved-work.add" ? [...others, event.work] : others)
    }
    expect(all.some(({ next }) => next.matches("interrupted") && next.context.unsavedWork.length === 1)).toBe(true)
  })

  test("records whether the user signed out by choice", () => {
    for (const { state, next } of all) {
      if (!next.matches("signedOut") || !state.hasTag("authenticated")) continue
      expect(next.context.isSignedOutByUser).toBe(state.matches("signingOut"))
    }
  })

  test("signs out on request in every state that shows the screens", () => {
    const asked = all.filter(({ state, event }) => event.type === "sign.out" && state.hasTag("authenticated"))
    expect(asked.some(({ state }) => state.matches("reverifying"))).toBe(true)
    for (const { state, next } of asked) expect([state.value, next.value]).toEqual([state.value, "signingOut"])
  })

  test("stays signed in and shows the failure if a sign-out does not reach the server", () => {
    for (const { state, event, next } of all)
      if (state.matches("signingOut") && event.type === "xstate.error.actor.signOut" && "error" in event && event.error === unreachable)
        expect([next.value, next.context.failure?._tag]).toEqual(["signedIn", "Unreachable"])
  })

  test("shows a failure until it is dismissed, and identifies the user again when an unreachable server is retried", () => {
    let [dismissed, retried] = [0, 0]
    for (const { state, event, next } of all) {
      if (state.matches("signedIn") && event.type === "failure.dismiss") {
        expect([next.value, next.context]).toEqual(["signedIn", { ...state.context, failure: null }])
        dismissed += state.context.failure === null ? 0 : 1
      }
      if (state.matches("unreachable") && event.type === "session.retry") {
        expect(next.matches("identifying")).toBe(true)
        retried++
      }
    }
    expect([dismissed > 0, retried > 0]).toEqual([true, true])
  })

  test("deletes the stored user when it ends over unsaved work, and prefills their username in the sign-in", async () => {
    const answers = [ada, null]
    const told: Array<StoredUserCommand> = []
    const actor = createActor(
      alone.provide({
        actors: {
          currentUser: fromPromise(async () => answers.shift() ?? null),
          readStoredUser: fromPromise(async (): Promise<User | null> => null),
          copy: fromCallback<StoredUserCommand>(({ receive }) => receive((command) => told.push(command))),
        },
      }),
      { input: { isSignedOut: false } },
    ).start()
    await waitFor(actor, (state) => state.matches("signedIn"))
    actor.send({ type: "unsaved-work.add", work: "form" })
    actor.send({ type: "session.lost" })
    await waitFor(actor, (state) => state.matches("interrupted"))
    expect(told.map(({ type }) => type)).toEqual(["stored-user.store", "stored-user.delete"])
    expect(actor.getSnapshot().children.signIn?.getSnapshot().context.username).toBe(ada.username)
  })

  test("reloads a changed user here and in other tabs, even if a reload is already in progress", async () => {
    const renamed = { ...ada, username: "ada lovelace" }
    const told: Array<TabMessage["type"]> = []
    let asked = 0
    let answer: (user: User) => void = () => undefined
    const actor = createActor(
      alone.provide({
        actors: {
          currentUser: fromPromise(async (): Promise<User | null> => {
            asked++
            return asked === 1 ? ada : new Promise((resolve) => (answer = resolve))
          }),
          readStoredUser: fromPromise(async (): Promise<User | null> => null),
          otherTabs: fromCallback<TabMessage>(({ receive }) => receive(({ type }) => told.push(type))),
        },
      }),
      { input: { isSignedOut: false } },
    ).start()
    await waitFor(actor, (state) => state.matches("signedIn"))
    actor.send({ type: "user.changed" })
    const old = answer
    actor.send({ type: "user.changed" })
    old(ada)
    answer(renamed)
    await waitFor(actor, (state) => state.matches("signedIn"))
    expect([actor.getSnapshot().context.user, asked, told]).toEqual([renamed, 3, ["session.began", "session.began"]])
  })

  test("shows the screens to the stored user before the server responds, but takes the user from the response", () => {
    for (const { state, event, next } of all) {
      if (!state.matches("identifying")) continue
      if (event.type === "xstate.done.actor.readStoredUser" && "output" in event)
        expect(next.hasTag("authenticated")).toBe(event.output !== null || state.hasTag("authenticated"))
      if (event.type === "xstate.done.actor.currentUser" && "output" in event)
        expect([next.matches("signedIn"), next.context.user]).toEqual([event.output !== null, event.output])
    }
    expect(all.some(({ state, next }) => state.matches({ identifying: "recognized" }) && next.matches("signedOut"))).toBe(true)
  })

  test("starts signed out without a request if it is known that no user is signed in", () => {
    const first = createActor(alone, { input: { isSignedOut: true } }).getSnapshot()
    expect(first.value).toEqual({ signedOut: "credentialsAsked" })
  })
})

/** Tabs of one browser: they share a cookie, a stored user and a channel. */
const browser = (s: fc.Scheduler) => {
  const cookie: { user: User | null } = { user: ada }
  /** The stored user may be an earlier one. */
  const device: { user: User | null } = { user: bob }
  const hears: Array<(event: TabMessage) => void> = []
  const tab = () => {
    const recall = s.scheduleFunction(async () => device.user)
    const currentUser = s.scheduleFunction(async () => cookie.user)
    const login = s.scheduleFunction(async (name: string) => {
      cookie.user = name === "ada" ? ada : bob
      return true
    })
    const signOut = s.scheduleFunction(async () => {
      cookie.user = null
    })
    const machine = sessionMachine.provide({
      actors: {
        currentUser: fromPromise(() => currentUser()),
        signOut: fromPromise(() => signOut()),
        signIn: signInMachine.provide({ actors: { login: fromPromise(({ input }) => login(input.username)) } }),
        readStoredUser: fromPromise(() => recall()),
        copy: fromCallback<StoredUserCommand>(({ receive }) => {
          receive((command) => {
            device.user = command.type === "stored-user.store" ? command.user : null
          })
        }),
        otherTabs: fromCallback<TabMessage>(({ sendBack, receive }) => {
          hears.push(sendBack)
          receive((event) => {
            for (const hear of hears) if (hear !== sendBack) void s.schedule(Promise.resolve()).then(() => hear(event))
          })
        }),
      },
    })
    return createActor(machine, { input: { isSignedOut: false } }).start()
  }
  return { cookie, device, tab }
}

test("all tabs agree with the server in the end, whatever the order of sign-ins, sign-outs and responses", () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.record({ tab: fc.nat(1), action: fc.constantFrom("out", "ada", "bob", "hold", "lost") }), { maxLength: 8 }),
      async (s, actions) => {
        const { cookie, device, tab } = browser(s)
        const tabs = [tab(), tab()]
        s.scheduleSequence(
          actions.map(({ tab: which, action }) => async () => {
            const actor = tabs[which]
            if (actor === undefined) return
            if (action === "out") return actor.send({ type: "sign.out" })
            if (action === "hold") return actor.send({ type: "unsaved-work.add", work: "form" })
            if (action === "lost") return cookie.user === null ? actor.send({ type: "session.lost" }) : undefined
            const { signIn } = actor.getSnapshot().children
            signIn?.send({ type: "credentials.submit", username: action, password: "secret" })
          }),
        )
        await s.waitIdle()
        for (const actor of tabs) {
          const state = await waitFor(actor, (snapshot) => !snapshot.hasTag("busy") && !snapshot.matches("reverifying"))
          if (state.matches("signedIn")) expect(state.context.user).toEqual(cookie.user)
          else expect(cookie.user).toBe(null)
        }
        // The device stores no user other than the one that the server knows.
        expect(device.user === null || device.user === cookie.user).toBe(true)
      },
    ),
    // Most orders are harmless, so many runs are needed.
    { numRuns: 1000 },
  ))
