// Every rule of a script; the editor, the server and the command line tool all use this check (F6).

import { actionFindings, deliveryCountFindings, questionReferenceFindings } from "../actions/action-check.ts"
import { type Finding, getInstructionIndex } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { judgeAlwaysTrue } from "../flow/always-true.ts"
import { analyzeReachability } from "../flow/reachability.ts"
import { delayFindings } from "../flow/reading-delay.ts"
import { maxPlaceholderLength } from "../questions/answer-limits.ts"
import { chartTypes } from "../questions/choice-question.ts"
import { getChoiceText } from "../questions/choices.ts"
import { questionFindings } from "../questions/question-check.ts"
import { fieldTextLimits, isQuestionTextField } from "../questions/question-texts.ts"
import { getVideoAddress, hasImageWithoutAlt, listImageAddresses } from "../rich-text/message-media.ts"
import { hasText } from "../rich-text/plain-text.ts"
import { aiProviders, scoreCharts, scoreDisplays } from "../script/action.ts"
import type { Instruction } from "../script/instruction.ts"
import { findNameProblems, getInstructionName, maxNameLength } from "../script/instruction-name.ts"
import { getScoreParams } from "../script/score-ranges.ts"
import type { AuthoredScript } from "../script/script.ts"
import { translationFindings } from "../script/script-languages.ts"
import { countCodePoints } from "../text/text-input.ts"
import { normalizeWebUrl } from "../text/web-url.ts"
import { emptyInstructionFindings, titleFindings } from "./blocking-rules.ts"
import { conditionFindings } from "./condition-findings.ts"
import { findPathFindings } from "./path-findings.ts"
import { listUnplayed } from "./proofs.ts"
import { recallFindings } from "./recall-findings.ts"
import { scoreRangeFindings } from "./score-range-findings.ts"
import { sumFindings } from "./sum-findings.ts"

/**
 * [A9, F3, G3] Returns warnings about a provider or chart type that this version does not know; it is kept, because a
 * newer version may know it. `pointer` is that of the instruction.
 */
export const unknownValueFindings = ({ question, action }: Instruction, pointer: string): ReadonlyArray<Finding> => [
  ...(action?.type === "askAI" ? unknownWordFindings(aiProviders, action.params.provider, `${pointer}/action/params/provider`) : []),
  ...(action?.type === "score" ? unknownWordFindings(scoreCharts, action.params.charttype, `${pointer}/action/params/charttype`) : []),
  ...(action?.type === "score" ? unknownWordFindings(scoreDisplays, action.params.display, `${pointer}/action/params/display`) : []),
  ...(question?.type === "choice" || question?.type === "multiple"
    ? unknownWordFindings(chartTypes, question.options?.charttype, `${pointer}/question/options/charttype`)
    : []),
]

const unknownWordFindings = (known: ReadonlyArray<string>, word: string | null | undefined, pointer: string): ReadonlyArray<Finding> =>
  (word ?? "").trim() === "" || known.some((knownWord) => knownWord === word)
    ? []
    : [createFinding("structure", pointer, "finding.unknown-word", { word: (word ?? "").slice(0, 60), known: known.join(", ") })]

type InstructionRule = (instruction: Instruction, pointer: string, script: Pick<AuthoredScript, "language">) => ReadonlyArray<Finding>
type ScriptRule = (script: AuthoredScript) => ReadonlyArray<Finding>

/** Rules of a single instruction; `pointer` is that of the instruction. */
const instructionRules = {
  structure: ({ type, question, action }, pointer) => [
    ...(type === "question" && !question ? [createFinding("structure", `${pointer}/question`, "finding.no-question")] : []),
    ...((type === "action" || type === "end") && !action ? [createFinding("structure", `${pointer}/action`, "finding.no-action")] : []),
  ],
  delay: ({ typing_delay: delay }, pointer) => delayFindings(delay, `${pointer}/typing_delay`),
  emptiness: emptyInstructionFindings,
  texts: ({ type, messages, question }, pointer, { language }) => {
    if (type === "image" || type === "video") return mediaFindings(type, messages, pointer)
    if (type !== "message" && type !== "question") return []
    const hasOwnText = messages.some(
      ({ locale, content }) => locale === language && (hasText(content) || listImageAddresses(content).length > 0),
    )
    const choices = question?.choices ?? []
    const emptyChoices = choices.flatMap((choice, i) => (getChoiceText(choice, language).trim() === "" ? [i] : []))
    return [
      ...(hasOwnText ? [] : [createFinding("missing-translation", `${pointer}/messages`, "finding.no-text", { language })]),
      ...emptyChoices.map((i) =>
        createFinding("missing-translation", `${pointer}/question/choices/${i}/translation/content`, "finding.no-choice-text"),
      ),
    ]
  },
  images: ({ messages }, pointer, { language }) =>
    messages.flatMap(({ locale, content }, i) =>
      locale === language && hasImageWithoutAlt(content)
        ? [createFinding("missing-translation", `${pointer}/messages/${i}/content`, "finding.no-alt")]
        : [],
    ),
  lengths: ({ question, action }, pointer) =>
    [
      { path: "/question/placeholder", text: question?.placeholder },
      {
        path: "/action/params/placeholder",
        text: action?.type === "crmAuth" || action?.type === "crmApi" ? action.params.placeholder : "",
      },
    ].flatMap(({ path, text }) =>
      countCodePoints(text ?? "") > maxPlaceholderLength
        ? [createFinding("structure", `${pointer}${path}`, "finding.too-long", { most: maxPlaceholderLength })]
        : [],
    ),
  translationLengths: ({ question }, pointer) =>
    (question?.translations ?? []).flatMap(({ field, content }, i) => {
      if (!isQuestionTextField(field)) return []
      const { most, rule } = fieldTextLimits[field]
      return countCodePoints(content) > most
        ? [createFinding(rule, `${pointer}/question/translations/${i}/content`, "finding.too-long", { most })]
        : []
    }),
  questions: ({ question }, pointer) => (question ? questionFindings(question, `${pointer}/question`) : []),
  unknownWords: unknownValueFindings,
  actions: ({ action }, pointer) => (action ? actionFindings(action, `${pointer}/action`) : []),
} as const satisfies Record<string, InstructionRule>

/** An image instruction needs an image in any of its texts; a video instruction needs a web URL. */
const mediaFindings = (type: "image" | "video", messages: Instruction["messages"], pointer: string): ReadonlyArray<Finding> => {
  const hasMedia = messages.some(({ content }) =>
    type === "image" ? listImageAddresses(content).some((it) => it !== "") : getVideoAddress(content) !== "",
  )
  if (!hasMedia) return [createFinding("missing-translation", `${pointer}/messages`, `finding.no-${type}`)]
  return messages.flatMap(({ content }, i) =>
    type === "video" && content.trim() !== "" && normalizeWebUrl(getVideoAddress(content)) === undefined
      ? [createFinding("missing-translation", `${pointer}/messages/${i}/content`, "finding.video-address")]
      : [],
  )
}

/** Rules of the script as a whole. */
const scriptWideRules = {
  // [S9] A live chat without instructions would end as soon as a respondent opens it.
  scriptEmptiness: ({ instructions }) =>
    instructions.length === 0 ? [createFinding("empty-script", "/instructions", "finding.empty-script")] : [],
  names: ({ instructions }) => {
    const problems = findNameProblems(instructions)
    return instructions.flatMap((it, index) => {
      const problem = problems.get(it)
      const pointer = `/instructions/${index}/label`
      if (problem === undefined) return []
      if (problem === "name-too-long") return [createFinding("structure", pointer, "finding.too-long", { most: maxNameLength })]
      return [createFinding(problem, pointer, `finding.${problem}`, { name: getInstructionName(it) })]
    })
  },
  order: ({ instructions }) =>
    instructions.flatMap(({ order }, index) =>
      order === index ? [] : [createFinding("order-gap", `/instructions/${index}/order`, "finding.order-gap", { order, place: index })],
    ),
  conditions: conditionFindings,
  recalls: recallFindings,
  sums: sumFindings,
  questionReferences: questionReferenceFindings,
  deliveryCount: deliveryCountFindings,
  scoreRanges: scoreRangeFindings,
  translations: translationFindings,
  titles: titleFindings,
  identities: ({ instructions }) => [
    ...findDuplicates(instructions).map((index) => createFinding("structure", `/instructions/${index}/uuid`, "finding.same-uuid")),
    ...instructions.flatMap((instruction, index) =>
      [
        { pointer: `/instructions/${index}/question/choices`, list: instruction.question?.choices ?? [] },
        { pointer: `/instructions/${index}/action/params/ranges`, list: getScoreParams(instruction)?.ranges ?? [] },
      ].flatMap(({ pointer, list }) =>
        findDuplicates(list).map((i) => createFinding("structure", `${pointer}/${i}/uuid`, "finding.same-uuid")),
      ),
    ),
  ],
} as const satisfies Record<string, ScriptRule>

/** The indexes of items whose uuid an earlier item has: a reference to it would be ambiguous. */
const findDuplicates = (list: ReadonlyArray<{ readonly uuid: string }>): ReadonlyArray<number> => {
  const uuids = new Set<string>()
  return list.flatMap(({ uuid }, index) => {
    const isTaken = uuids.has(uuid)
    uuids.add(uuid)
    return isTaken ? [index] : []
  })
}

/**
 * The findings of a script or a file. `unproven` lists the pointers of conditions, and of claims about conversations, that could not be
 * decided; nothing is said about those.
 */
export type Inspection = { readonly findings: ReadonlyArray<Finding>; readonly unproven: ReadonlyArray<string> }

/**
 * Returns all findings of a script, in script order; pointers are relative to the authored script
 * (`/instructions/3/label`).
 */
export const scriptFindings = (script: AuthoredScript): ReadonlyArray<Finding> => inspectScript(script).findings

/** Returns all findings of a script, as `scriptFindings` does, and what could not be decided. */
export const inspectScript = (script: AuthoredScript): Inspection => {
  const paths = findPathFindings(script)
  const scriptRules: ReadonlyArray<ScriptRule> = Object.values(scriptWideRules)
  const findings = [
    ...scriptRules.flatMap((rule) => rule(script)),
    ...paths.findings,
    ...script.instructions.flatMap((instruction, index) => findingsOfInstruction(instruction, `/instructions/${index}`, script)),
  ]
  return {
    findings: sortByInstruction(findings),
    unproven: [...new Set([...listOpenConditions(script), ...paths.unproven])],
  }
}

type InstructionFindings = { readonly pointer: string; readonly language: string; readonly findings: ReadonlyArray<Finding> }

const latestFindings = new WeakMap<Instruction, InstructionFindings>()

/** Keeps the latest findings of each instruction: an edit leaves all other instructions as they are. */
const findingsOfInstruction: InstructionRule = (instruction, pointer, { language }) => {
  const latest = latestFindings.get(instruction)
  if (latest?.pointer === pointer && latest.language === language) return latest.findings
  const rules: ReadonlyArray<InstructionRule> = Object.values(instructionRules)
  const findings = rules.flatMap((rule) => rule(instruction, pointer, { language }))
  latestFindings.set(instruction, { pointer, language, findings })
  return findings
}

/** Sorts findings by instruction; those about the whole script come first. */
const sortByInstruction = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> =>
  findings
    .map((finding) => ({ finding, index: getInstructionIndex(finding) ?? -1 }))
    .sort((a, b) => a.index - b.index)
    .map(({ finding }) => finding)

/**
 * Returns pointers to the instructions that the check cannot decide to be shown, and to the conditions that it cannot decide to be always true.
 * Instructions that are undecided only because an end before them is undecided are left out.
 */
const listOpenConditions = (script: AuthoredScript): ReadonlyArray<string> => {
  const analysis = analyzeReachability(script.instructions)
  const open = new Set([...judgeAlwaysTrue(analysis).open, ...listUnplayed(script)])
  let hasOpenEnd = false
  return analysis.steps.flatMap(({ place, condition, reach, isEnd }) => {
    const isUndecided = reach._tag === "Unknown"
    if (!open.has(place) && (!isUndecided || (condition === null && hasOpenEnd))) return []
    hasOpenEnd ||= isEnd
    return [condition === null ? `/instructions/${place}` : `/instructions/${place}/condition`]
  })
}
