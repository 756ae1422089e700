// Every rule that a script must keep: the editor, the server and the command line tool all ask here (decisions F6).
import { aiProviders, scoreCharts } from "../actions/action.ts"
import { actionFindings, questionReferenceFindings } from "../actions/action-check.ts"
import { countCodePoints } from "../questions/answer-bounds.ts"
import { maxPlaceholderLength } from "../questions/answer-limits.ts"
import { chartTypes } from "../questions/choice-question.ts"
import { listChoiceTexts } from "../questions/choices.ts"
import type { Choice } from "../questions/question.ts"
import { questionFindings } from "../questions/question-check.ts"
import { hasImageWithoutAlt, listImageAddresses, videoAddress } from "../rich-text/message-media.ts"
import { hasText } from "../rich-text/plain-text.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName, maxNameLength, nameProblems } from "../script/instruction-name.ts"
import { delayFindings } from "../script/reading-delay.ts"
import type { AuthoredScript } from "../script/script.ts"
import { hasTitleText, isTitleTooLong, maxTitleLength } from "../script/title.ts"
import { translationFindings } from "../script/translations.ts"
import { hasControlCharacters } from "../text/text-input.ts"
import { normalizeWebUrl } from "../text/web-url.ts"
import { conditionFindings, conditionSyntaxFindings, recallFindings } from "./condition-findings.ts"
import { type Finding, getInstructionIndex, isError, type Rule } from "./finding.ts"
import { createFinding } from "./finding-builder.ts"

// Words in an instruction that this version cannot act on: a newer one may know them, so they stay, and are warned of (decisions F3, A9, G3).

/** Rule `structure`, as warnings: a provider, or a chart, that is none of those known; `at` points to the instruction. */
export const unknownValueFindings = ({ question, action }: Instruction, at: string): ReadonlyArray<Finding> => [
  ...(action?.type === "askAI" ? oneOf(aiProviders, action.params.provider, `${at}/action/params/provider`) : []),
  ...(action?.type === "score" ? oneOf(scoreCharts, action.params.charttype, `${at}/action/params/charttype`) : []),
  ...(question?.type === "choice" || question?.type === "multiple"
    ? oneOf(chartTypes, question.options?.charttype, `${at}/question/options/charttype`)
    : []),
]

const oneOf = (known: ReadonlyArray<string>, word: string | null | undefined, at: string): ReadonlyArray<Finding> =>
  (word ?? "").trim() === "" || known.some((it) => it === word)
    ? []
    : [createFinding("structure", at, "finding.unknown-word", { word: (word ?? "").slice(0, 60), known: known.join(", ") })]

type OfInstruction = (instruction: Instruction, at: string, script: AuthoredScript) => ReadonlyArray<Finding>
type OfScript = (script: AuthoredScript) => ReadonlyArray<Finding>

/** Rules that look at one instruction; `at` points to it. */
const instructionRules = {
  structure: ({ type, question, action }, at) => [
    ...(type === "question" && !question ? [createFinding("structure", `${at}/question`, "finding.no-question")] : []),
    ...((type === "action" || type === "end") && !action ? [createFinding("structure", `${at}/action`, "finding.no-action")] : []),
  ],
  delay: ({ typing_delay: delay }, at) => delayFindings(delay, `${at}/typing_delay`),
  emptiness: ({ type }, at) => (type === "empty" ? [createFinding("empty-instruction", `${at}/type`, "finding.empty-instruction")] : []),
  texts: ({ type, messages, question }, at, { language }) => {
    if (type === "image" || type === "video") return mediaFindings(type, messages, at)
    if (type !== "message" && type !== "question") return []
    const spoken = messages.some(
      ({ locale, content }) => locale === language && (hasText(content) || listImageAddresses(content).length > 0),
    )
    const choices = question?.choices ?? []
    const silent = choices.flatMap(({ translation }, i) => (translation.content.trim() === "" ? [i] : []))
    const foreign = choices.filter((it) => it.translation.content.trim() !== "" && !hasTextIn(it, language)).length
    return [
      ...(spoken ? [] : [createFinding("missing-translation", `${at}/messages`, "finding.no-text", { language })]),
      ...silent.map((i) =>
        createFinding("missing-translation", `${at}/question/choices/${i}/translation/content`, "finding.no-choice-text"),
      ),
      ...(foreign === 0
        ? []
        : [createFinding("missing-translation", `${at}/question/choices`, "finding.no-choice-translation", { language, count: foreign })]),
    ]
  },
  images: ({ messages }, at, { language }) =>
    messages.flatMap(({ locale, content }, i) =>
      locale === language && hasImageWithoutAlt(content)
        ? [createFinding("missing-translation", `${at}/messages/${i}/content`, "finding.no-alt")]
        : [],
    ),
  lengths: ({ question, action }, at) =>
    [
      { path: "/question/placeholder", text: question?.placeholder },
      {
        path: "/action/params/placeholder",
        text: action?.type === "crmAuth" || action?.type === "crmApi" ? action.params.placeholder : "",
      },
    ].flatMap(({ path, text }) =>
      countCodePoints(text ?? "") > maxPlaceholderLength
        ? [createFinding("structure", `${at}${path}`, "finding.too-long", { most: maxPlaceholderLength })]
        : [],
    ),
  questions: ({ question }, at) => (question ? questionFindings(question, `${at}/question`) : []),
  unknownWords: unknownValueFindings,
  actions: ({ action }, at) => (action ? actionFindings(action, `${at}/action`) : []),
} as const satisfies Record<string, OfInstruction>

/** Whether one of a choice's texts is in that language. */
const hasTextIn = (choice: Choice, language: string): boolean =>
  listChoiceTexts(choice).some(({ locale, content }) => locale === language && content.trim() !== "")

/** An image shows one, wherever its text has it; a video shows something, from an address of the web. */
const mediaFindings = (type: "image" | "video", messages: Instruction["messages"], at: string): ReadonlyArray<Finding> => {
  const shows = messages.some(({ content }) =>
    type === "image" ? listImageAddresses(content).some((it) => it !== "") : content.trim() !== "",
  )
  if (!shows) return [createFinding("missing-translation", `${at}/messages`, `finding.no-${type}`)]
  return messages.flatMap(({ content }, i) =>
    type === "video" && content.trim() !== "" && normalizeWebUrl(videoAddress(content)) === undefined
      ? [createFinding("missing-translation", `${at}/messages/${i}/content`, "finding.video-address")]
      : [],
  )
}

/** Rules that look at the script as a whole. */
const scriptWideRules = {
  names: ({ instructions }) => {
    const problems = nameProblems(instructions)
    return instructions.flatMap((it, place) => {
      const problem = problems.get(it)
      const at = `/instructions/${place}/label`
      if (problem === undefined) return []
      if (problem === "name-too-long") return [createFinding("structure", at, "finding.too-long", { most: maxNameLength })]
      return [createFinding(problem, at, `finding.${problem}`, { name: getInstructionName(it) })]
    })
  },
  order: ({ instructions }) =>
    instructions.flatMap(({ order }, place) =>
      order === place ? [] : [createFinding("order-gap", `/instructions/${place}/order`, "finding.order-gap", { order, place })],
    ),
  conditions: conditionFindings,
  recalls: recallFindings,
  takings: questionReferenceFindings,
  translations: translationFindings,
  titles: ({ name, public_name }) => [
    ...(hasTitleText(name) ? [] : [createFinding("structure", "/name", "finding.no-title")]),
    // For an empty one the community's name stands in.
    ...(public_name === "" || hasTitleText(public_name)
      ? []
      : [createFinding("missing-translation", "/public_name", "finding.blank-title")]),
    ...(isTitleTooLong(name) ? [createFinding("structure", "/name", "finding.too-long", { most: maxTitleLength })] : []),
    ...(isTitleTooLong(public_name) ? [createFinding("structure", "/public_name", "finding.too-long", { most: maxTitleLength })] : []),
    ...(hasTitleText(name) && hasControlCharacters(name) ? [createFinding("structure", "/name", "finding.title-characters")] : []),
    ...(hasTitleText(public_name) && hasControlCharacters(public_name)
      ? [createFinding("structure", "/public_name", "finding.title-characters")]
      : []),
  ],
  identities: ({ instructions }) => [
    ...repeated(instructions).map((place) => createFinding("structure", `/instructions/${place}/uuid`, "finding.same-uuid")),
    ...instructions.flatMap(({ question }, place) =>
      repeated(question?.choices ?? []).map((i) =>
        createFinding("structure", `/instructions/${place}/question/choices/${i}/uuid`, "finding.same-uuid"),
      ),
    ),
  ],
} as const satisfies Record<string, OfScript>

/** The places of those whose uuid an earlier one has: what refers to it could mean either. */
const repeated = (list: ReadonlyArray<{ readonly uuid: string }>): ReadonlyArray<number> => {
  const seen = new Set<string>()
  return list.flatMap(({ uuid }, place) => {
    const isTaken = seen.has(uuid)
    seen.add(uuid)
    return isTaken ? [place] : []
  })
}

/** All findings of a script, by place; pointers are into the authored script (`/instructions/3/label`). */
export const scriptFindings = (script: AuthoredScript): ReadonlyArray<Finding> =>
  findingsBy(script, Object.values(scriptWideRules), Object.values(instructionRules))

/** What these rules find, by place. */
const findingsBy = (
  script: AuthoredScript,
  wholes: ReadonlyArray<OfScript>,
  singles: ReadonlyArray<OfInstruction>,
): ReadonlyArray<Finding> => {
  const all = [
    ...wholes.flatMap((rule) => rule(script)),
    ...script.instructions.flatMap((it, place) => singles.flatMap((rule) => rule(it, `/instructions/${place}`, script))),
  ]
  return all.toSorted((one, other) => (getInstructionIndex(one) ?? -1) - (getInstructionIndex(other) ?? -1))
}

/** Whether a script may go live as far as its check tells: warnings do not stop it. */
export const hasErrors = (findings: ReadonlyArray<Finding>): boolean => findings.some(isError)

/** [F6] What would break the others' work, by place: a save with such a finding is refused. Others may stay in a script that is being written. */
export const listSaveBlockers = (script: AuthoredScript): ReadonlyArray<Finding> =>
  findingsBy(script, [scriptWideRules.names, conditionSyntaxFindings, scriptWideRules.recalls], [instructionRules.emptiness]).filter(
    blocksSave,
  )

/** [F6] Whether a save with this finding is refused. */
export const blocksSave = (finding: Finding): boolean => isError(finding) && saveBlockingRules.has(finding.rule)

const saveBlockingRules: ReadonlySet<Rule> = new Set([
  "empty-instruction",
  "name-syntax",
  "name-not-unique",
  "condition-syntax",
  "condition-unknown-reference",
])
