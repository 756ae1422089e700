// The command palette: loading the chats of communities, and selecting a result.
import { expect, test } from "vitest"
import { createActor, fromPromise, waitFor } from "xstate"
import { commandPaletteMachine, maxCommunities } from "../../machines/command-palette-machine.ts"
import { listedScript, unreachable } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const community = (slug: string) => ({ uuid: `of ${slug}`, name: slug, slug })
const [one, two] = [community("one"), community("two")]
const all = machineEdges(commandPaletteMachine, {
  input: { communities: [one, two], active: "two" },
  events: [
    { type: "palette.type", typed: "in" },
    { type: "palette.step", by: 1, of: 3 },
    { type: "palette.step", by: -1, of: 3 },
    { type: "palette.retry" },
    doneEvent("list", [listedScript("chat", "live")]),
    errorEvent("list", unreachable),
  ],
})

test("chats are loaded community by community, the active one first, and loaded ones stay if one fails", () => {
  const seen = { ready: 0, stuck: 0 }
  for (const { state, event, next } of all) {
    const { chats, waiting } = next.context
    expect([...chats.map((it) => it.community), ...waiting]).toEqual([two, one])
    if (state.matches("loadingChats") && event.type === "xstate.error.actor.list") {
      expect(next.value).toBe("failed")
      expect(next.context.failure).toBe(unreachable)
      expect(chats).toEqual(state.context.chats)
      seen.stuck++
    }
    if (state.matches("failed") && event.type === "palette.retry") {
      expect(next.value).toBe("loadingChats")
      expect(next.context.failure).toBe(null)
    }
    if (next.matches("ready")) {
      expect(waiting).toEqual([])
      seen.ready++
    }
  }
  expect(Math.min(seen.ready, seen.stuck)).toBeGreaterThan(0)
})

test("typing selects the first result and stepping the next one, in every state of loading", () => {
  for (const { state, event, next } of all) {
    if (event.type === "palette.type") expect([next.context.typed, next.context.place]).toEqual(["in", 0])
    if (event.type === "palette.step" && "by" in event) expect(next.context.place).toBe((state.context.place + event.by + 3) % 3)
    if (event.type.startsWith("palette.") && event.type !== "palette.retry") expect(next.value).toEqual(state.value)
  }
})

test("the chats of a limited number of communities are loaded, the active one first", async () => {
  const asked: Array<string> = []
  const machine = commandPaletteMachine.provide({
    actors: {
      list: fromPromise(async ({ input }) => {
        asked.push(input.community)
        return []
      }),
    },
  })
  const communities = Array.from({ length: 1000 }, (_, i) => community(`c${i}`))
  const actor = createActor(machine, { input: { communities, active: "c999" } }).start()
  await waitFor(actor, (state) => state.matches("ready"))
  expect(asked).toHaveLength(maxCommunities)
  expect(asked[0]).toBe("c999")
})
