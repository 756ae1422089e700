// Making links in batches, and the slug of a chat: what is kept when a batch or the server fails.
import { describe, expect, test } from "vitest"
import type { LinkResult } from "../../domain/exports/people-csv.ts"
import { mostInBatch } from "../../domain/links/people.ts"
import { ScriptId } from "../../domain/script/script.ts"
import { linksMachine } from "../../machines/chat/links.ts"
import { slugMachine } from "../../machines/chat/slug.ts"
import { unreachable } from "./console-stand-ins.ts"
import { done, edges, failed } from "./edges.ts"

const chat = { community: "demo", uuid: ScriptId.make("chat") }
const link: LinkResult = { user: null, found: false, identifier: null, conversation: "token", code: null }

describe("making links", () => {
  const all = edges(linksMachine, {
    input: chat,
    events: [
      { type: "amount.type", text: "0" },
      { type: "amount.type", text: String(2 * mostInBatch + 1) },
      { type: "short.set", on: true },
      { type: "links.make" },
      { type: "links.retry" },
      { type: "links.cancel" },
      done("make", [link]),
      failed("make", unreachable),
    ],
  })

  test("only an amount is made, in batches that the server takes, all as they were asked for", () => {
    let begun = 0
    for (const { state, event, next } of all) {
      if (event.type !== "links.make" || !state.matches("writing")) continue
      if (state.context.amount === "0") expect(next.value).toBe("writing")
      else if (state.context.amount !== "1") {
        begun++
        expect([next.value, next.context.left, next.context.made]).toEqual(["making", [mostInBatch, mostInBatch, 1], []])
      }
    }
    expect(begun).toBeGreaterThan(0)
    for (const { state, next } of all) if (!state.matches("writing")) expect(next.context.madeShort).toBe(state.context.madeShort)
  })

  test("a batch that was made is kept whatever comes, and one that failed is asked for again", () => {
    let [made, stuck] = [0, 0]
    for (const { state, event, next } of all) {
      const { left, made: before } = state.context
      if (state.matches("making") && event.type === "xstate.done.actor.make") {
        made++
        expect([next.context.made.length, next.context.left]).toEqual([before.length + 1, left.slice(1)])
        expect(next.value).toBe(left.length === 1 ? "writing" : "making")
      }
      if (state.matches("making") && event.type === "xstate.error.actor.make") {
        stuck++
        expect([next.value, next.context.made, next.context.left, next.context.failure]).toEqual(["stuck", before, left, unreachable])
      }
      if (state.matches("stuck") && event.type === "links.retry")
        expect([next.value, next.context.left, next.context.failure]).toEqual(["making", left, null])
      if (!state.matches("writing") && event.type === "links.cancel")
        expect([next.value, next.context.made, next.context.left]).toEqual(["writing", before, []])
    }
    expect([made > 2, stuck > 2]).toEqual([true, true])
  })
})

describe("the slug of a chat", () => {
  const all = edges(slugMachine, {
    input: chat,
    events: [
      { type: "slug.type", text: " " },
      { type: "slug.type", text: "not a slug" },
      { type: "slug.type", text: " mine " },
      { type: "slug.save" },
      { type: "reading.retry" },
      done("read", null),
      failed("read", unreachable),
      done("save", { status: "ok" as const, message: "" }),
      done("save", { status: "error" as const, message: "ERROR.SLUG_TAKEN" }),
      failed("save", unreachable),
    ],
  })

  test("only what can be a slug and is not there yet is sent, without white space around it", () => {
    let sent = 0
    for (const { state, event, next } of all) {
      if (event.type !== "slug.save") continue
      const { slug, saved } = state.context
      const isNew = slug === " mine " && saved !== "mine"
      expect(next.matches("saving")).toBe(state.matches("saving") || (state.matches("ready") && isNew))
      if (next.matches("saving")) sent++
    }
    expect(sent).toBeGreaterThan(0)
  })

  test("what the server says is told, what was typed stays, and typing on forgets what was said", () => {
    for (const { state, event, next } of all) {
      if (state.matches("saving") && "output" in event) {
        const isOk = typeof event.output === "object" && event.output !== null && "status" in event.output && event.output.status === "ok"
        if (event.type !== "xstate.done.actor.save") continue
        expect([next.matches({ ready: "saved" }), next.context.problem]).toEqual([isOk, isOk ? null : "ERROR.SLUG_TAKEN"])
        if (isOk) expect(next.context.saved).toBe("mine")
        expect(next.context.slug).toBe(" mine ")
      }
      if (state.matches("ready") && event.type === "slug.type")
        expect([next.context.problem, next.matches({ ready: "fresh" })]).toEqual([null, true])
    }
  })
})
