// User and community administration: the lists, editing a user and their memberships, and renaming a community.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate"
import { buildPasswordConstraints, type PasswordConstraints } from "../../domain/accounts/password-rules.ts"
import type { Role, User } from "../../domain/accounts/user.ts"
import { membershipField, userFormFields } from "../../domain/accounts/user-form.ts"
import type { Community } from "../../domain/communities/community.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import {
  communityManagementMachine,
  communityRosterMachine,
  renameCommunityMachine,
  userManagementMachine,
  userRosterMachine,
} from "../../machines/admin/management-machines.ts"
import { type MembershipChange, userEditMachine } from "../../machines/admin/user-edit-machine.ts"
import type { FormValues } from "../../machines/form-machine.ts"
import { trackUnsavedWork, unreachable, user, validationFailed } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const [ada, bob] = [user("ada"), user("bob")]
const community = (uuid: string) => ({ uuid, name: `Community ${uuid}`, slug: uuid })
const member = (it: User, memberships: Readonly<Record<string, Role>>): User => ({
  ...it,
  communityEntries: Object.entries(memberships).map(([uuid, role]) => ({ uuid: `m ${uuid}`, role, community: community(uuid) })),
})

describe("the user list", () => {
  const all = machineEdges(userRosterMachine, {
    input: undefined,
    events: [
      { type: "list.retry" },
      { type: "list.refresh" },
      { type: "add.open" },
      { type: "item.updated", item: { ...ada, email: "ada@elsewhere.org" } },
      { type: "item.delete", item: ada },
      doneEvent("loadAddFormFacts", buildPasswordConstraints([])),
      errorEvent("loadAddFormFacts", unreachable),
      doneEvent("list", [ada]),
      errorEvent("list", unreachable),
      doneEvent("add", bob),
      doneEvent("add", null),
      doneEvent("deletion", {}),
      doneEvent("deletion", null),
    ],
  })
  const uuids = (items: ReadonlyArray<User>) => new Set(items.map(({ uuid }) => uuid))

  test("contains no user twice, and follows additions, changes and deletions", () => {
    for (const { state, event, next } of all) {
      expect(next.context.items.length).toBe(uuids(next.context.items).size)
      if (state.matches("adding") && event.type === "xstate.done.actor.add" && "output" in event)
        expect(uuids(next.context.items).has(bob.uuid)).toBe(event.output !== null || uuids(state.context.items).has(bob.uuid))
      if (state.matches("deleting") && event.type === "xstate.done.actor.deletion" && "output" in event)
        expect(uuids(next.context.items).has(ada.uuid)).toBe(event.output === null && uuids(state.context.items).has(ada.uuid))
      if (event.type === "item.updated" && state.matches("ready"))
        expect(next.context.items.find(({ uuid }) => uuid === ada.uuid)?.email).toBe("ada@elsewhere.org")
    }
  })

  test("opens the add form once the password rules are loaded, and shows a failure to load them, which can be retried", () => {
    for (const { state, event, next } of all) {
      if (next.matches("adding")) expect(next.context.addFormFacts).toEqual({ facts: buildPasswordConstraints([]) })
      if (state.matches("preparing") && event.type === "xstate.error.actor.loadAddFormFacts")
        expect([next.value, next.context.failure]).toEqual([{ ready: "idle" }, unreachable])
      if (state.matches("ready") && event.type === "add.open")
        expect([next.value, next.context.failure]).toEqual([{ preparing: "quick" }, null])
    }
    expect(all.some(({ next }) => next.matches("adding"))).toBe(true)
  })

  test("shows after 300 ms that the add form is slow to load, until it opens", async () => {
    const clock = new SimulatedClock()
    let give: (known: PasswordConstraints) => void = () => undefined
    const prepare = () =>
      new Promise<PasswordConstraints>((resolve) => {
        give = resolve
      })
    const machine = userRosterMachine.provide({
      actors: { list: fromPromise(async (): Promise<ReadonlyArray<User>> => [ada]), loadAddFormFacts: fromPromise(prepare) },
    })
    const actor = createActor(machine, { clock }).start()
    await waitFor(actor, (state) => state.matches("ready"))
    actor.send({ type: "add.open" })
    clock.increment(299)
    expect(actor.getSnapshot().hasTag("slow")).toBe(false)
    clock.increment(1)
    expect(actor.getSnapshot().hasTag("slow")).toBe(true)
    give(buildPasswordConstraints([]))
    await waitFor(actor, (state) => state.matches("adding"))
    expect(actor.getSnapshot().hasTag("slow")).toBe(false)
  })

  // Someone else may have changed the list, or a response may have been lost.
  test("refreshes the list after a canceled deletion or add form, and keeps the current one meanwhile", () => {
    const leaves = (operation: "deleting" | "adding", port: string) =>
      all.filter(({ state, event }) => state.matches(operation) && event.type === port && "output" in event && event.output === null)
    const [undone, left] = [leaves("deleting", "xstate.done.actor.deletion"), leaves("adding", "xstate.done.actor.add")]
    expect([undone.length > 0, left.length > 0]).toEqual([true, true])
    const back = [...undone, ...left]
    for (const { state, next } of back) {
      expect(next.value).toEqual({ ready: "refreshing" })
      expect(next.context.items).toEqual(state.context.items)
    }
    for (const { state, event, next } of all) {
      if (!state.matches({ ready: "refreshing" })) continue
      if (event.type === "xstate.error.actor.list")
        expect([next.value, next.context.items]).toEqual([{ ready: "idle" }, state.context.items])
      if (event.type === "item.updated") expect(next.value).toEqual({ ready: "refreshing" })
    }
  })

  test("removes a user whom someone else deleted when their panel is closed", async () => {
    let listed: ReadonlyArray<User> = [ada, bob]
    const actor = createActor(
      userManagementMachine.provide({
        actors: {
          roster: userRosterMachine.provide({ actors: { list: fromPromise(async () => listed) } }),
          edit: userEditMachine.provide({ actors: { holdWork: trackUnsavedWork } }),
        },
      }),
    ).start()
    const { roster } = actor.getSnapshot().children
    if (roster === undefined) throw new Error("there is no list")
    await waitFor(roster, (state) => state.matches("ready"))
    actor.send({ type: "item.open", item: bob })
    listed = [ada]
    actor.getSnapshot().children.edit?.send({ type: "form.discard" })
    await waitFor(roster, ({ context }) => context.items.length === 1)
    expect(roster.getSnapshot().context.items).toEqual([ada])
  })

  test("can retry loading after a failure, and clears the failure once it is loaded", () => {
    for (const { state, event, next } of all) {
      if (state.matches("failed") && event.type === "list.retry") expect(next.value).toBe("loading")
      if (event.type === "xstate.done.actor.list" && state.matches("loading")) expect(next.context.failure).toBe(null)
    }
  })

  test("shows the last change above the list until the next addition or deletion", () => {
    let told = 0
    for (const { state, event, next } of all) {
      if (event.type === "item.updated" && state.matches("ready")) expect(next.context.notice?.change).toBe("changed")
      if (!state.matches("ready") || !["add.open", "item.delete"].includes(event.type)) continue
      told += state.context.notice === null ? 0 : 1
      expect(next.context.notice).toBe(null)
    }
    expect(told).toBeGreaterThan(0)
  })
})

/** A server with one user; any call may fail. */
const server = (start: User, fails: (call: number) => Failure | null) => {
  let now = start
  let calls = 0
  const log: Array<unknown> = []
  const answer = (change: () => void, entry: unknown): User => {
    const failure = fails(calls++)
    if (failure !== null) throw failure
    log.push(entry)
    change()
    return now
  }
  return {
    log,
    now: () => now,
    /** Someone else renames the user and gives them exactly these memberships. */
    meanwhile: (memberships: Readonly<Record<string, Role>>) => void (now = { ...member(now, memberships), username: "adele" }),
    update: async ({ fields }: { fields: object }) => answer(() => (now = { ...now, ...fields }), fields),
    changeMembership: async ({ change }: { change: MembershipChange }) =>
      answer(() => {
        const others = now.communityEntries.filter(({ community: { uuid } }) => uuid !== change.community)
        const entry = { uuid: `m ${change.community}`, role: "ROLE_USER" as Role, community: community(change.community) }
        now = { ...now, communityEntries: change.type === "leave" ? others : [...others, { ...entry, role: change.role }] }
      }, change),
  }
}
const editing = (start: User, outside: ReturnType<typeof server>) =>
  createActor(
    userEditMachine.provide({
      actors: {
        update: fromPromise(({ input }) => outside.update(input)),
        changeMembership: fromPromise(({ input }) => outside.changeMembership(input)),
        holdWork: trackUnsavedWork,
      },
    }),
    { input: { user: start } },
  ).start()
const settled = (actor: ReturnType<typeof editing>) => waitFor(actor, (state) => !state.hasTag("busy"))

describe("editing a user", () => {
  const submit = (values: FormValues) => ({ type: "form.submit", values }) as const
  const edit = (values: FormValues) => ({ type: "form.edit", values }) as const
  const roles = fc.constantFrom<Role>("ROLE_ADMIN", "ROLE_USER")
  const memberships = fc.dictionary(fc.constantFrom("c1", "c2", "c3", "c4"), roles, { noNullPrototype: true })

  test("sends only changed fields, and nothing without a change", async () => {
    const outside = server(ada, () => null)
    const actor = editing(ada, outside)
    const written = { ...userFormFields(ada), email: "ada@elsewhere.org" }
    expect(actor.getSnapshot().can(submit(written))).toBe(false)
    actor.send(edit(written))
    expect(actor.getSnapshot().can(submit(userFormFields(ada)))).toBe(false)
    actor.send(submit(written))
    const { output } = await settled(actor)
    expect(outside.log).toEqual([{ email: "ada@elsewhere.org" }])
    expect(output).toEqual({ ...ada, email: "ada@elsewhere.org" })
  })

  test("preserves what someone else changes in other memberships and fields while the panel is open", () =>
    fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom("c1", "c2", "c3"), roles, { noNullPrototype: true }),
        fc.dictionary(fc.constantFrom("c1", "c2", "c3"), roles, { noNullPrototype: true }),
        fc.boolean(),
        async (had, meanwhile, isRefusedFirst) => {
          const start = member(ada, had)
          // The update succeeds; the membership change may succeed only at the second attempt.
          const outside = server(start, (call) => (isRefusedFirst && call === 1 ? unreachable : null))
          const actor = editing(start, outside)
          const written = { ...userFormFields(start), email: "ada@elsewhere.org", [membershipField("c4")]: "ROLE_ADMIN" }
          actor.send(edit(written))
          outside.meanwhile(meanwhile)
          actor.send(submit(written))
          await settled(actor)
          if (isRefusedFirst) actor.send(submit(written))
          const { output } = await settled(actor)
          expect(outside.log).toEqual([{ email: "ada@elsewhere.org" }, { type: "join", community: "c4", role: "ROLE_ADMIN" }])
          expect(output).toEqual(outside.now())
        },
      ),
    ))

  test("does not submit an invalid username or email address", () => {
    const actor = editing(
      ada,
      server(ada, () => null),
    )
    actor.send(edit({ ...userFormFields(ada), username: "al" }))
    for (const change of [{ username: " " }, { username: "al" }, { email: "" }, { email: "nobody" }])
      expect([change, actor.getSnapshot().can(submit({ ...userFormFields(ada), ...change }))]).toEqual([change, false])
  })

  test("changes no membership if the update fails", async () => {
    const outside = server(ada, () => validationFailed("username", "ERROR.USERNAME_TAKEN"))
    const actor = editing(ada, outside)
    const wished = { ...userFormFields(ada), username: "bob", [membershipField("c1")]: "ROLE_USER" }
    actor.send(edit(wished))
    actor.send(submit(wished))
    const { context, value } = await settled(actor)
    expect([value, outside.log, context.failure]).toEqual(["edited", [], validationFailed("username", "ERROR.USERNAME_TAKEN")])
  })

  test("shows a refusal of the roles at the field for the role", async () => {
    const outside = server({ ...ada, roles: ["ROLE_ADMIN"] }, () => validationFailed("roles", "ERROR.LAST_ADMINISTRATOR"))
    const actor = editing(outside.now(), outside)
    const written = { ...userFormFields(outside.now()), role: "ROLE_USER" }
    actor.send(edit(written))
    actor.send(submit(written))
    const { context } = await settled(actor)
    expect(context.failure).toEqual(validationFailed("role", "ERROR.LAST_ADMINISTRATOR"))
  })

  test("asks for confirmation before dismissing a panel with changes, but not once they were taken back", () => {
    const actor = editing(
      ada,
      server(ada, () => null),
    )
    actor.send(edit({ ...userFormFields(ada), [membershipField("c1")]: "ROLE_USER" }))
    actor.send({ type: "form.dismiss" })
    expect(actor.getSnapshot().hasTag("confirming-discard")).toBe(true)
    actor.send({ type: "form.continue" })
    expect(actor.getSnapshot().value).toBe("edited")
    actor.send(edit({ ...userFormFields(ada), [membershipField("c1")]: "" }))
    actor.send({ type: "form.dismiss" })
    expect(actor.getSnapshot().status).toBe("done")
  })

  test("reaches the requested state by retrying after any failures, and sends no change twice", () =>
    fc.assert(
      fc.asyncProperty(
        memberships,
        memberships,
        fc.boolean(),
        fc.array(fc.boolean(), { maxLength: 6 }),
        async (had, wished, renames, faults) => {
          const start = member(ada, had)
          const outside = server(start, (call) => (faults[call] ? unreachable : null))
          const actor = editing(start, outside)
          const values = {
            ...userFormFields(start),
            ...(renames && { username: "adele" }),
            ...Object.fromEntries(Object.keys(had).map((uuid) => [membershipField(uuid), ""])),
            ...Object.fromEntries(Object.entries(wished).map(([uuid, role]) => [membershipField(uuid), role])),
          }
          actor.send(edit(values))
          for (let tries = 0; tries <= faults.length + 1 && actor.getSnapshot().can(submit(values)); tries++) {
            actor.send(submit(values))
            await settled(actor)
          }
          const now = outside.now()
          expect(Object.fromEntries(now.communityEntries.map(({ community: { uuid }, role }) => [uuid, role]))).toEqual(wished)
          expect(now.username).toBe(renames ? "adele" : "ada")
          expect(new Set(outside.log.map((it) => JSON.stringify(it))).size).toBe(outside.log.length)
        },
      ),
    ))
})

test("opening a user shows their panel, and closing the panel returns to the list", () => {
  const changed = { ...ada, email: "ada@elsewhere.org" }
  const all = machineEdges(userManagementMachine, {
    input: undefined,
    events: [{ type: "item.open", item: ada }, doneEvent("edit", changed), doneEvent("edit", null)],
  })
  for (const { state, event, next } of all) {
    if (state.matches("listing") && event.type === "item.open") expect([next.value, next.context.chosen]).toEqual(["editing", ada])
    if (state.matches("editing") && event.type === "xstate.done.actor.edit") expect(next.value).toBe("listing")
  }
  expect(all.some(({ next }) => next.matches("editing"))).toBe(true)
})

test("renaming a community requires a new name of valid length, keeps the slug and updates the list", async () => {
  const panel = { uuid: "c1", name: "Panel", slug: "panel" }
  const sent: Array<unknown> = []
  const machine = communityManagementMachine.provide({
    actors: {
      roster: communityRosterMachine.provide({ actors: { list: fromPromise(async (): Promise<ReadonlyArray<Community>> => [panel]) } }),
      rename: renameCommunityMachine.provide({
        actors: {
          holdWork: trackUnsavedWork,
          submit: fromPromise(async ({ input }) => {
            sent.push(input)
            return { ...panel, name: input["name"] ?? "" }
          }),
        },
      }),
    },
  })
  const actor = createActor(machine).start()
  const roster = () => actor.getSnapshot().children.roster?.getSnapshot()
  await expect.poll(() => roster()?.matches("ready")).toBe(true)
  actor.send({ type: "item.open", item: panel })
  const form = actor.getSnapshot().children.rename
  const named = (name: string) => ({ type: "form.submit", values: { uuid: "c1", name } }) as const
  form?.send({ type: "form.edit", values: named("P").values })
  expect(["P", "Panel"].map((name) => form?.getSnapshot().can(named(name)))).toEqual([false, false])
  form?.send(named("Panel Oost"))
  await waitFor(actor, (state) => state.matches("listing"))
  expect(sent).toEqual([{ uuid: "c1", name: "Panel Oost" }])
  expect(roster()?.context.items).toEqual([{ ...panel, name: "Panel Oost" }])
  expect(roster()?.context.notice).toEqual({ change: "changed", item: { ...panel, name: "Panel Oost" } })
})
