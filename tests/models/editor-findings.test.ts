// Which instruction a finding is about once others have moved, and whether it can be mended.
import fc from "fast-check"
import { expect, test } from "vitest"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import {
  applyQuickFix,
  currentPlace,
  findingInstructionUuid,
  hasQuickFix,
  nextLocatedFinding,
} from "../../machines/editor/editor-findings.ts"
import { authored } from "../arbitraries/versions.ts"
import { script } from "./editor-stand-ins.ts"

test("a finding leads to its instruction wherever that is put, and nowhere once it is gone", () => {
  fc.assert(
    fc.property(authored, fc.infiniteStream(fc.nat()), (checked, numbers) => {
      const findings = scriptFindings(checked)
      // Some are gone, and the rest stand in any order.
      const left = checked.instructions.flatMap((it) =>
        (numbers.next().value ?? 0) % 4 === 0 ? [] : [{ it, at: numbers.next().value ?? 0 }],
      )
      const draft: AuthoredScript = { ...checked, instructions: left.toSorted((one, other) => one.at - other.at).map(({ it }) => it) }
      for (const finding of findings) {
        const uuid = findingInstructionUuid({ checkedDraft: checked }, finding)
        const place = draft.instructions.findIndex((it) => it.uuid === uuid)
        expect(currentPlace({ checkedDraft: checked, draft }, finding)).toBe(place === -1 ? undefined : place)
      }
    }),
  )
})

test("what can be mended is told by the script in which it was found, each time the same", () => {
  const saved = script([])
  fc.assert(
    fc.property(authored, (checked) => {
      for (const finding of [...scriptFindings(checked), ...scriptFindings(checked)])
        expect(hasQuickFix({ checkedDraft: checked, savedScript: saved, base: checked }, finding)).toBe(
          applyQuickFix({ checkedDraft: checked, draft: checked, savedScript: saved, base: checked }, finding) !== null,
        )
    }),
  )
})

test("from any finding one comes to the next that leads to an instruction, on to the end, and back the same way", () => {
  fc.assert(
    fc.property(authored, (checked) => {
      const findings = scriptFindings({ ...checked, public_name: " " })
      const leading = [...findings.keys()].filter((place) => {
        const finding = findings[place]
        return finding !== undefined && findingInstructionUuid({ checkedDraft: checked }, finding) !== null
      })
      const walk = (from: number, by: number): ReadonlyArray<number> => {
        const next = nextLocatedFinding({ checkedDraft: checked }, findings, from, by)
        return next === -1 ? [] : [next, ...walk(next, by)]
      }
      expect(walk(-1, 1)).toEqual(leading)
      expect(walk(findings.length, -1)).toEqual(leading.toReversed())
    }),
  )
})
