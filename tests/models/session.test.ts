// The session: every edge; a late answer, another tab and a lost session never show one person's work to another.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createActor, fromCallback, fromPromise, waitFor } from "xstate"
import type { User } from "../../domain/accounts/user.ts"
import { type StoredUserCommand, sessionMachine, type TabMessage } from "../../machines/session/session-machine.ts"
import { signInMachine } from "../../machines/session/sign-in-machine.ts"
import { signedOut, unreachable, user } from "./console-stand-ins.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const ada = user("ada")
const bob = user("bob")
const deeds = [
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
  { type: "code.asked" },
  { type: "code.left" },
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
const all = machineEdges(alone, { input: { nobody: false }, events: [...deeds, ...outcomes] })

describe("the session", () => {
  test("every state is reached", () => {
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

  test("the screens behind the sign-in are shown to a known user only, and nobody's name stays after it", () => {
    for (const { next } of all) {
      if (next.hasTag("authenticated")) expect(next.context.user).not.toBe(null)
      if (next.matches("signedOut")) expect([next.context.user, next.context.works]).toEqual([null, []])
    }
  })

  test("an answer without a user counts as signed out, and so does a 401", () => {
    for (const { state, event, next } of all) {
      if (!state.matches("identifying")) continue
      if (event.type === "xstate.done.actor.currentUser" && "output" in event && event.output === null)
        expect(next.matches("signedOut")).toBe(true)
      if (event.type === "xstate.error.actor.currentUser" && "error" in event)
        expect(next.matches(event.error === signedOut ? "signedOut" : "unreachable")).toBe(true)
    }
  })

  test("the screen over work that is held stays, whatever comes, unless another person comes or one leaves", () => {
    const held = all.filter(({ state }) => state.hasTag("authenticated") && state.context.works.length > 0)
    const begun = all.filter(({ state, event }) => state.matches({ identifying: "recognized" }) && event.type === "unsaved-work.add")
    expect(begun.some(({ next }) => next.hasTag("authenticated") && next.context.works.length > 0)).toBe(true)
    for (const { state, event, next } of held) {
      if (state.matches("signingOut")) continue
      const isAnother = next.context.user?.uuid !== state.context.user?.uuid
      expect([state.value, event, next.hasTag("authenticated")]).toEqual([state.value, event, true])
      if (event.type !== "unsaved-work.remove" && !isAnother) expect(next.context.works.length).toBeGreaterThan(0)
    }
  })

  test("a session said to be lost, here or in another tab, is asked for; where it is, the screen closes unless it holds work", () => {
    for (const { state, event, next } of all) {
      if (state.matches("signedIn") && ["session.lost", "session.ended", "session.began"].includes(event.type))
        expect(next.value).toBe("reverifying")
      const isGone =
        event.type === "xstate.done.actor.currentUser"
          ? "output" in event && event.output === null
          : event.type === "xstate.error.actor.currentUser" && "error" in event && event.error === signedOut
      if (state.matches("reverifying") && isGone)
        expect([next.matches("interrupted"), next.matches("signedOut")]).toEqual(
          state.context.works.length > 0 ? [true, false] : [false, true],
        )
    }
  })

  test("what was held is kept for the same user, and for no other", () => {
    for (const { state, event, next } of all) {
      if (!state.matches("reverifying") || event.type !== "xstate.done.actor.currentUser" || !("output" in event)) continue
      if (!next.matches("signedIn")) continue
      expect(next.context.user).toBe(event.output)
      expect(next.context.works).toEqual(state.context.user === event.output ? state.context.works : [])
    }
  })

  test("a work is held until that very work is released", () => {
    for (const { state, event, next } of all) {
      if (!("work" in event) || state.context.user === null) continue
      const others = state.context.works.filter((work) => work !== event.work)
      expect(next.context.works).toEqual(event.type === "unsaved-work.add" ? [...others, event.work] : others)
    }
    expect(all.some(({ next }) => next.matches("interrupted") && next.context.works.length === 1)).toBe(true)
  })

  test("only who signed out is not brought back to where that was", () => {
    for (const { state, next } of all) {
      if (!next.matches("signedOut") || !state.hasTag("authenticated")) continue
      expect(next.context.leftByChoice).toBe(state.matches("signingOut"))
    }
  })

  test("whoever asks to be signed out is, wherever the screens are shown", () => {
    const asked = all.filter(({ state, event }) => event.type === "sign.out" && state.hasTag("authenticated"))
    expect(asked.some(({ state }) => state.matches("reverifying"))).toBe(true)
    for (const { state, next } of asked) expect([state.value, next.value]).toEqual([state.value, "signingOut"])
  })

  test("a sign-out that does not reach the server leaves one signed in, and says so", () => {
    for (const { state, event, next } of all)
      if (state.matches("signingOut") && event.type === "xstate.error.actor.signOut" && "error" in event && event.error === unreachable)
        expect([next.value, next.context.failure?._tag]).toEqual(["signedIn", "Unreachable"])
  })

  test("what went wrong stays until it is dismissed; a server that was away is asked again", () => {
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

  test("where the session ends over work, the device forgets who it was, and the same person is expected back", async () => {
    const answers = [ada, null]
    const told: Array<StoredUserCommand> = []
    const actor = createActor(
      alone.provide({
        actors: {
          currentUser: fromPromise(async () => answers.shift() ?? null),
          readStoredUser: fromPromise(async (): Promise<User | null> => null),
          copy: fromCallback<StoredUserCommand>(({ receive }) => receive((deed) => told.push(deed))),
        },
      }),
      { input: { nobody: false } },
    ).start()
    await waitFor(actor, (state) => state.matches("signedIn"))
    actor.send({ type: "unsaved-work.add", work: "form" })
    actor.send({ type: "session.lost" })
    await waitFor(actor, (state) => state.matches("interrupted"))
    expect(told.map(({ type }) => type)).toEqual(["stored-user.store", "stored-user.delete"])
    expect(actor.getSnapshot().children.signIn?.getSnapshot().context.username).toBe(ada.username)
  })

  test("whoever changes what they are called by is asked for anew, here and in the other tabs, also while that is asked already", async () => {
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
      { input: { nobody: false } },
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

  test("a copy on the device lets the screens come before the server's answer, and has no say in who it is", () => {
    for (const { state, event, next } of all) {
      if (!state.matches("identifying")) continue
      if (event.type === "xstate.done.actor.readStoredUser" && "output" in event)
        expect(next.hasTag("authenticated")).toBe(event.output !== null || state.hasTag("authenticated"))
      if (event.type === "xstate.done.actor.currentUser" && "output" in event)
        expect([next.matches("signedIn"), next.context.user]).toEqual([event.output !== null, event.output])
    }
    expect(all.some(({ state, next }) => state.matches({ identifying: "recognized" }) && next.matches("signedOut"))).toBe(true)
  })

  test("where it is known that nobody is signed in, nobody is asked", () => {
    const first = createActor(alone, { input: { nobody: true } }).getSnapshot()
    expect(first.value).toEqual({ signedOut: "credentialsAsked" })
  })
})

/** Tabs of one browser: one cookie, and a channel between them. */
const browser = (s: fc.Scheduler) => {
  const cookie: { user: User | null } = { user: ada }
  /** The copy on the device may be of somebody else: who was there before. */
  const device: { user: User | null } = { user: bob }
  const hears: Array<(news: TabMessage) => void> = []
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
          receive((deed) => {
            device.user = deed.type === "stored-user.store" ? deed.user : null
          })
        }),
        otherTabs: fromCallback<TabMessage>(({ sendBack, receive }) => {
          hears.push(sendBack)
          receive((news) => {
            for (const hear of hears) if (hear !== sendBack) void s.schedule(Promise.resolve()).then(() => hear(news))
          })
        }),
      },
    })
    return createActor(machine, { input: { nobody: false } }).start()
  }
  return { cookie, device, tab }
}

test("signing in and out in any tab, in any order of answers: in the end all tabs agree with the server", () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.record({ tab: fc.nat(1), deed: fc.constantFrom("out", "ada", "bob", "hold", "lost") }), { maxLength: 8 }),
      async (s, deeds) => {
        const { cookie, device, tab } = browser(s)
        const tabs = [tab(), tab()]
        s.scheduleSequence(
          deeds.map(({ tab: which, deed }) => async () => {
            const actor = tabs[which]
            if (actor === undefined) return
            if (deed === "out") return actor.send({ type: "sign.out" })
            if (deed === "hold") return actor.send({ type: "unsaved-work.add", work: "form" })
            if (deed === "lost") return cookie.user === null ? actor.send({ type: "session.lost" }) : undefined
            const { signIn } = actor.getSnapshot().children
            signIn?.send({ type: "credentials.submit", username: deed, password: "secret" })
          }),
        )
        await s.waitIdle()
        for (const actor of tabs) {
          const state = await waitFor(actor, (snapshot) => !snapshot.hasTag("busy") && !snapshot.matches("reverifying"))
          if (state.matches("signedIn")) expect(state.context.user).toEqual(cookie.user)
          else expect(cookie.user).toBe(null)
        }
        // The device remembers nobody whom the server does not know.
        expect(device.user === null || device.user === cookie.user).toBe(true)
      },
    ),
    // Most orders are harmless.
    { numRuns: 1000 },
  ))
