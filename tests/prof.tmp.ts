import { scriptFindings } from "../domain/check/script-rules.ts"
import type { Instruction } from "../domain/script/instruction.ts"
import { instruction } from "./arbitraries/answerable.ts"
import { longScriptInstruction } from "./bench/long-script.ts"

const clone = process.argv[2] === "clone"
const end = instruction(999, { type: "end", label: "end", action: { type: "end", params: {} } })
let instructions: ReadonlyArray<Instruction> = [...Array.from({ length: 999 }, (_, i) => longScriptInstruction(i)), end]
const t: number[] = []
for (let round = 0; round < 60; round++) {
  instructions = instructions.map((it, i) => (i === 500 ? { ...it, condition: `vraag_3 == ${round}` } : it))
  if (clone) instructions = structuredClone(instructions)
  const s = performance.now()
  scriptFindings({ name: "long", public_name: "", language: "nl", instructions })
  t.push(performance.now() - s)
}
console.log(t.slice(20).sort((a, b) => a - b)[20])
