// What findings block: saving a script, or only going live. The editor, the server and the command line tool use these
// rules [F6, S9].

import { type Finding, isError } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import type { Instruction } from "../script/instruction.ts"
import type { AuthoredScript } from "../script/script.ts"
import { getTitleTranslationPointer, hasTitleText, isTitleTooLong, maxTitleLength } from "../script/title.ts"
import { hasControlCharacters } from "../text/text-input.ts"

type Blocking = Pick<Finding, "pointer" | "severity" | "rule" | "key">

/**
 * [F6, S9] Returns what a finding blocks: saving (and so going live too), only going live, or nothing. Besides changes of
 * locked parts, only an instruction without a type and a broken structure block saving, so that drafts can be saved.
 */
export const getBlockedStep = (finding: Blocking): "save" | "live" | null => {
  if (!isError(finding)) return null
  return finding.rule === "empty-instruction" || isAboutFile(finding) || isBrokenStructure(finding) ? "save" : "live"
}

/** [F6] Whether a save with this finding is refused. */
export const blocksSave = (finding: Blocking): boolean => getBlockedStep(finding) === "save"

/** [S9] Whether a script with this finding cannot go live. */
export const blocksGoingLive = (finding: Blocking): boolean => getBlockedStep(finding) !== null

/** The file cannot be read, or is not what was exported: there is no script in it to save. */
const isAboutFile = ({ rule }: Blocking): boolean =>
  rule === "unreadable" || rule === "not-json" || rule === "unknown-version" || rule === "checksum-mismatch"

/** The Schemas do not accept the value, or a title is not one by which the chat can be listed. */
const isBrokenStructure = ({ rule, key = "", pointer }: Blocking): boolean =>
  rule === "structure" && (key.startsWith("finding.shape.") || brokenStructureKeys.has(key) || isTitlePointer.test(pointer))

const isTitlePointer = /^(?:\/payload)?\/(?:(?:public_)?name|public_name_translations\/\d+\/content)$/

/** Messages about values that are not JSON or not a file [F7], and about keys and values of styles, which are not saved either [T4]. */
const brokenStructureKeys: ReadonlySet<string> = new Set([
  "finding.file",
  "finding.payload",
  "finding.values",
  "finding.twice",
  "finding.surrogate",
  "finding.number",
  "finding.no-value",
  "finding.depth",
  "finding.field-name",
  "finding.style-key",
  "finding.style-single",
])

/** Returns the finding about an instruction that has no type yet; `pointer` is that of the instruction. */
export const emptyInstructionFindings = ({ type }: Instruction, pointer: string): ReadonlyArray<Finding> =>
  type === "empty" ? [createFinding("empty-instruction", `${pointer}/type`, "finding.empty-instruction")] : []

type Titles = Pick<AuthoredScript, "name" | "public_name" | "public_name_translations">

/** [S11] Returns the findings about the titles of a script. */
export const titleFindings = ({ name, public_name, public_name_translations }: Titles): ReadonlyArray<Finding> => {
  const texts = [
    { pointer: "/name", text: name },
    { pointer: "/public_name", text: public_name },
    ...(public_name_translations ?? []).map(({ content }, i) => ({ pointer: getTitleTranslationPointer(i), text: content })),
  ]
  return [
    ...(hasTitleText(name) ? [] : [createFinding("structure", "/name", "finding.no-title")]),
    // An empty public title is replaced by the community's name [S11].
    ...(public_name === "" || hasTitleText(public_name)
      ? []
      : [createFinding("missing-translation", "/public_name", "finding.blank-title")]),
    ...texts.flatMap(({ pointer, text }) =>
      isTitleTooLong(text) ? [createFinding("structure", pointer, "finding.too-long", { most: maxTitleLength })] : [],
    ),
    ...texts.flatMap(({ pointer, text }) =>
      hasTitleText(text) && hasControlCharacters(text) ? [createFinding("structure", pointer, "finding.title-characters")] : [],
    ),
  ]
}

/** [F6] Returns the findings for which a save of this script is refused; unlike the whole check, it reads little and is fast. */
export const listSaveBlockers = (script: AuthoredScript): ReadonlyArray<Finding> => [
  ...titleFindings(script).filter(blocksSave),
  ...script.instructions.flatMap((instruction, index) => emptyInstructionFindings(instruction, `/instructions/${index}`)),
]
