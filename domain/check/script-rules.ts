// Every rule that a script must keep: the editor, the server and the command line tool all ask here (decisions F6).
import { aiProviders, scoreCharts } from "../actions/action.ts"
import { actionFindings, takingFindings } from "../actions/action-check.ts"
import { lengthOf } from "../questions/answer-bounds.ts"
import { longestPlaceholder } from "../questions/answer-limits.ts"
import { chartTypes } from "../questions/choice-question.ts"
import { textsOf } from "../questions/choices.ts"
import type { Choice } from "../questions/question.ts"
import { questionFindings } from "../questions/question-check.ts"
import { hasWordlessImage, imagesIn, videoIn } from "../rich-text/message-media.ts"
import { hasText } from "../rich-text/plain-text.ts"
import type { Instruction } from "../script/instruction.ts"
import { longestName, nameOf, nameProblems } from "../script/instruction-name.ts"
import { delayFindings } from "../script/reading-delay.ts"
import type { Authored } from "../script/script.ts"
import { isTitle, isTooLong, longestTitle } from "../script/title.ts"
import { translationFindings } from "../script/translations.ts"
import { steersLine } from "../text/text-input.ts"
import { webAddress } from "../text/web-url.ts"
import { conditionFindings, conditionWritingFindings, recallFindings } from "./condition-findings.ts"
import { type Finding, findingPlace, isError, type Rule } from "./finding.ts"
import { found } from "./finding-builder.ts"

// Words in an instruction that this version cannot act on: a newer one may know them, so they stay, and are warned of (decisions F3, A9, G3).

/** Rule `structure`, as warnings: a provider, or a chart, that is none of those known; `at` points to the instruction. */
export const unknownWords = ({ question, action }: Instruction, at: string): ReadonlyArray<Finding> => [
  ...(action?.type === "askAI" ? oneOf(aiProviders, action.params.provider, `${at}/action/params/provider`) : []),
  ...(action?.type === "score" ? oneOf(scoreCharts, action.params.charttype, `${at}/action/params/charttype`) : []),
  ...(question?.type === "choice" || question?.type === "multiple"
    ? oneOf(chartTypes, question.options?.charttype, `${at}/question/options/charttype`)
    : []),
]

const oneOf = (known: ReadonlyArray<string>, word: string | null | undefined, at: string): ReadonlyArray<Finding> =>
  (word ?? "").trim() === "" || known.some((it) => it === word)
    ? []
    : [found("structure", at, "finding.unknown-word", { word: (word ?? "").slice(0, 60), known: known.join(", ") })]

type OfInstruction = (instruction: Instruction, at: string, script: Authored) => ReadonlyArray<Finding>
type OfScript = (script: Authored) => ReadonlyArray<Finding>

/** Rules that look at one instruction; `at` points to it. */
const ofInstruction = {
  structure: ({ type, question, action }, at) => [
    ...(type === "question" && !question ? [found("structure", `${at}/question`, "finding.no-question")] : []),
    ...((type === "action" || type === "end") && !action ? [found("structure", `${at}/action`, "finding.no-action")] : []),
  ],
  delay: ({ typing_delay: delay }, at) => delayFindings(delay, `${at}/typing_delay`),
  emptiness: ({ type }, at) => (type === "empty" ? [found("empty-instruction", `${at}/type`, "finding.empty-instruction")] : []),
  texts: ({ type, messages, question }, at, { language }) => {
    if (type === "image" || type === "video") return shownFindings(type, messages, at)
    if (type !== "message" && type !== "question") return []
    const spoken = messages.some(({ locale, content }) => locale === language && (hasText(content) || imagesIn(content).length > 0))
    const choices = question?.choices ?? []
    const silent = choices.flatMap(({ translation }, i) => (translation.content.trim() === "" ? [i] : []))
    const foreign = choices.filter((it) => it.translation.content.trim() !== "" && !speaks(it, language)).length
    return [
      ...(spoken ? [] : [found("missing-translation", `${at}/messages`, "finding.no-text", { language })]),
      ...silent.map((i) => found("missing-translation", `${at}/question/choices/${i}/translation/content`, "finding.no-choice-text")),
      ...(foreign === 0
        ? []
        : [found("missing-translation", `${at}/question/choices`, "finding.no-choice-translation", { language, count: foreign })]),
    ]
  },
  images: ({ messages }, at, { language }) =>
    messages.flatMap(({ locale, content }, i) =>
      locale === language && hasWordlessImage(content)
        ? [found("missing-translation", `${at}/messages/${i}/content`, "finding.no-alt")]
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
      lengthOf(text ?? "") > longestPlaceholder
        ? [found("structure", `${at}${path}`, "finding.too-long", { most: longestPlaceholder })]
        : [],
    ),
  questions: ({ question }, at) => (question ? questionFindings(question, `${at}/question`) : []),
  unknownWords,
  actions: ({ action }, at) => (action ? actionFindings(action, `${at}/action`) : []),
} as const satisfies Record<string, OfInstruction>

/** Whether one of a choice's texts is in that language. */
const speaks = (choice: Choice, language: string): boolean =>
  textsOf(choice).some(({ locale, content }) => locale === language && content.trim() !== "")

/** An image shows one, wherever its text has it; a video shows something, from an address of the web. */
const shownFindings = (type: "image" | "video", messages: Instruction["messages"], at: string): ReadonlyArray<Finding> => {
  const shows = messages.some(({ content }) => (type === "image" ? imagesIn(content).some((it) => it !== "") : content.trim() !== ""))
  if (!shows) return [found("missing-translation", `${at}/messages`, `finding.no-${type}`)]
  return messages.flatMap(({ content }, i) =>
    type === "video" && content.trim() !== "" && webAddress(videoIn(content)) === undefined
      ? [found("missing-translation", `${at}/messages/${i}/content`, "finding.video-address")]
      : [],
  )
}

/** Rules that look at the script as a whole. */
const ofScript = {
  names: ({ instructions }) => {
    const problems = nameProblems(instructions)
    return instructions.flatMap((it, place) => {
      const problem = problems.get(it)
      const at = `/instructions/${place}/label`
      if (problem === undefined) return []
      if (problem === "name-too-long") return [found("structure", at, "finding.too-long", { most: longestName })]
      return [found(problem, at, `finding.${problem}`, { name: nameOf(it) })]
    })
  },
  order: ({ instructions }) =>
    instructions.flatMap(({ order }, place) =>
      order === place ? [] : [found("order-gap", `/instructions/${place}/order`, "finding.order-gap", { order, place })],
    ),
  conditions: conditionFindings,
  recalls: recallFindings,
  takings: takingFindings,
  translations: translationFindings,
  titles: ({ name, public_name }) => [
    ...(isTitle(name) ? [] : [found("structure", "/name", "finding.no-title")]),
    // For an empty one the community's name stands in.
    ...(public_name === "" || isTitle(public_name) ? [] : [found("missing-translation", "/public_name", "finding.blank-title")]),
    ...(isTooLong(name) ? [found("structure", "/name", "finding.too-long", { most: longestTitle })] : []),
    ...(isTooLong(public_name) ? [found("structure", "/public_name", "finding.too-long", { most: longestTitle })] : []),
    ...(isTitle(name) && steersLine(name) ? [found("structure", "/name", "finding.title-characters")] : []),
    ...(isTitle(public_name) && steersLine(public_name) ? [found("structure", "/public_name", "finding.title-characters")] : []),
  ],
  identities: ({ instructions }) => [
    ...repeated(instructions).map((place) => found("structure", `/instructions/${place}/uuid`, "finding.same-uuid")),
    ...instructions.flatMap(({ question }, place) =>
      repeated(question?.choices ?? []).map((i) =>
        found("structure", `/instructions/${place}/question/choices/${i}/uuid`, "finding.same-uuid"),
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
export const scriptFindings = (script: Authored): ReadonlyArray<Finding> =>
  findingsBy(script, Object.values(ofScript), Object.values(ofInstruction))

/** What these rules find, by place. */
const findingsBy = (script: Authored, wholes: ReadonlyArray<OfScript>, singles: ReadonlyArray<OfInstruction>): ReadonlyArray<Finding> => {
  const all = [
    ...wholes.flatMap((rule) => rule(script)),
    ...script.instructions.flatMap((it, place) => singles.flatMap((rule) => rule(it, `/instructions/${place}`, script))),
  ]
  return all.toSorted((one, other) => (findingPlace(one) ?? -1) - (findingPlace(other) ?? -1))
}

/** Whether a script may go live as far as its check tells: warnings do not stop it. */
export const hasErrors = (findings: ReadonlyArray<Finding>): boolean => findings.some(isError)

/** [F6] What would break the others' work, by place: a save with such a finding is refused. Others may stay in a script that is being written. */
export const findingsAgainstSave = (script: Authored): ReadonlyArray<Finding> =>
  findingsBy(script, [ofScript.names, conditionWritingFindings, ofScript.recalls], [ofInstruction.emptiness]).filter(refusesSave)

/** [F6] Whether a save with this finding is refused. */
export const refusesSave = (finding: Finding): boolean => isError(finding) && refusing.has(finding.rule)

const refusing: ReadonlySet<Rule> = new Set([
  "empty-instruction",
  "name-syntax",
  "name-not-unique",
  "condition-syntax",
  "condition-unknown-reference",
])
