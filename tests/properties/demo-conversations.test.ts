// The demo scripts, played by the engine.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { AuthoredScriptSchema } from "../../domain/script/script.ts"
import { validAnswer } from "../arbitraries/chats.ts"

const folder = join(import.meta.dirname, "../../adapters/server/demo")
const demos = readdirSync(folder).filter((file) => file.endsWith(".json"))
const open = (file: string) => Schema.decodeUnknownSync(AuthoredScriptSchema)(JSON.parse(readFileSync(join(folder, file), "utf8")).payload)

describe("demo scripts", () => {
  test("come as five scripts in two languages each", () => {
    expect(demos).toHaveLength(10)
  })

  test.each(demos)("%s has no findings, always ends, and can show every instruction", (file) => {
    const script = open(file)
    expect(scriptFindings(script)).toEqual([])
    const chat = compileScript(script)
    const shown = new Set<string>()
    fc.assert(
      fc.property(fc.array(fc.nat(99), { minLength: 40, maxLength: 40 }), (picks) => {
        let at = beginConversation(chat, { seed: String(picks[0]), metadata: { quota: (picks[1] ?? 0) % 3 === 0 ? "full" : "open" } })
        for (const pick of picks) {
          const { waiting, next } = at.state
          const question = chat.list[next - 1]?.instruction.question
          if (waiting === null) break
          at =
            waiting.for === "answer" && question
              ? handleEvent(chat, at.state, { type: "answer", uuid: waiting.uuid, given: validAnswer(question, pick) })
              : handleEvent(chat, at.state, { type: "action.done", uuid: waiting.uuid, outcome: null })
          expect(at.traces.filter(({ outcome }) => outcome === "unreadable" || outcome === "empty")).toEqual([])
          expect(at.effects.filter(({ type }) => type === "refuse")).toEqual([])
        }
        expect(at.state.ending).not.toBe(null)
        for (const uuid of at.state.visited) shown.add(uuid)
      }),
      { numRuns: 400 },
    )
    expect(script.instructions.filter(({ uuid }) => !shown.has(uuid)).map(({ label }) => label)).toEqual([])
  })
})
