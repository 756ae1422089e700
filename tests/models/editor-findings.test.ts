// Findings in the editor: their instruction after edits, their quick fixes, and stepping from one to the next.
import fc from "fast-check"
import { expect, test } from "vitest"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { groupFindings } from "../../domain/findings/finding.ts"
import { toAuthoredScript } from "../../domain/revisions/local-draft.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import {
  applyQuickFix,
  currentInstructionIndex,
  findingInstructionUuid,
  hasQuickFix,
  listUnprovenInstructions,
  nextFindingOfGroup,
  nextLocatedFinding,
} from "../../machines/editor/editor-findings.ts"
import { baseScript } from "../arbitraries/versions.ts"
import { message, script } from "./editor-fixtures.ts"

test("an instruction that the check could not decide everything about is listed once, in script order", () => {
  const checkedDraft = toAuthoredScript(script([message("a", "one"), message("b", "two"), message("c", "three")]))
  const unproven = ["/instructions/2/condition", "/instructions/0", "/instructions/2/messages/0/content", "/instructions/7"]
  expect(listUnprovenInstructions({ checkedDraft, unproven }).map(({ uuid }) => uuid)).toEqual(["a", "c"])
  expect(listUnprovenInstructions({ checkedDraft, unproven: [] })).toEqual([])
})

test("a finding leads to its instruction wherever it was moved, and nowhere once it was deleted", () => {
  fc.assert(
    fc.property(baseScript, fc.infiniteStream(fc.nat()), (checked, numbers) => {
      const findings = scriptFindings(checked)
      // Some instructions are deleted, and the others are in any order.
      const left = checked.instructions.flatMap((it) =>
        (numbers.next().value ?? 0) % 4 === 0 ? [] : [{ it, at: numbers.next().value ?? 0 }],
      )
      const draft: AuthoredScript = { ...checked, instructions: left.toSorted((one, other) => one.at - other.at).map(({ it }) => it) }
      for (const finding of findings) {
        const uuid = findingInstructionUuid({ checkedDraft: checked }, finding)
        const place = draft.instructions.findIndex((it) => it.uuid === uuid)
        expect(currentInstructionIndex({ checkedDraft: checked, draft }, finding)).toBe(place === -1 ? undefined : place)
      }
    }),
  )
})

test("a finding has a quick fix if and only if it can be applied to the checked script, on repeated calls too", () => {
  const saved = script([])
  fc.assert(
    fc.property(baseScript, (checked) => {
      for (const finding of [...scriptFindings(checked), ...scriptFindings(checked)])
        expect(hasQuickFix({ checkedDraft: checked, savedScript: saved, base: checked }, finding)).toBe(
          applyQuickFix({ checkedDraft: checked, draft: checked, savedScript: saved, base: checked }, finding) !== null,
        )
    }),
  )
})

test("stepping forward visits every finding that leads to an instruction, and stepping back visits them in reverse", () => {
  fc.assert(
    fc.property(baseScript, (checked) => {
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

test("a group of findings leads from one of its instructions to the next, and then to the first again", () => {
  fc.assert(
    fc.property(baseScript, (checked) => {
      for (const group of groupFindings(scriptFindings(checked))) {
        const uuids = group.findings.map((it) => findingInstructionUuid({ checkedDraft: checked }, it))
        const next = (selected: string | null) =>
          findingInstructionUuid({ checkedDraft: checked }, nextFindingOfGroup({ checkedDraft: checked, selected }, group))
        if (new Set(uuids).size !== uuids.length || uuids.includes(null)) continue
        expect([null, ...uuids].map(next)).toEqual([...uuids, uuids[0]])
      }
    }),
  )
})
