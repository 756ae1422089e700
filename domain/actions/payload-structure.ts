// What a delivery says of each question and answer: the options of the wizard's last step (spec/2-editor §4; decisions A4, A5).

/** Options of which at least one is chosen: what is said of a question. */
export const questionOptions = ["question.uuid", "question.name.number", "question.name.label"] as const
/** Options of which at least one is chosen, or exactly one in the key-value form: what is said of what was answered. */
export const answerOptions = ["answer.option.uuid", "answer.option.text", "answer.option.value"] as const
/** [A4] The form of answers; a list unless the other is chosen. */
export const answerFormats = ["list", "key-value"] as const

export type QuestionOption = (typeof questionOptions)[number]
export type AnswerOption = (typeof answerOptions)[number]
export type AnswerFormat = (typeof answerFormats)[number]

/** A choice of options, each in the order of its table. */
export type PayloadStructure = {
  readonly question: ReadonlyArray<QuestionOption>
  readonly answer: ReadonlyArray<AnswerOption>
  readonly format: AnswerFormat
}

/** [A4] What a new delivery says: the label of each question, and text and value of what was answered. */
export const defaultPayloadStructure: PayloadStructure = {
  question: ["question.name.label"],
  answer: ["answer.option.text", "answer.option.value"],
  format: "list",
}

const formatPrefix = "answer.format."

/** What a list of chosen options says; options that are not known say nothing. */
export const parsePayloadStructure = (options: ReadonlyArray<string> | null | undefined): PayloadStructure => {
  const chosen = new Set(options ?? [])
  return {
    question: questionOptions.filter((it) => chosen.has(it)),
    answer: answerOptions.filter((it) => chosen.has(it)),
    format: answerFormats.find((it) => chosen.has(`${formatPrefix}${it}`)) ?? "list",
  }
}

/** [A4] The list of chosen options, as a script holds it. */
export const printPayloadStructure = ({ question, answer, format }: PayloadStructure): ReadonlyArray<string> => [
  ...question,
  ...answer,
  `${formatPrefix}${format}`,
]

/** The structure with an option of the question chosen, or not any more. */
export const toggleQuestionOption = (structure: PayloadStructure, option: QuestionOption): PayloadStructure => ({
  ...structure,
  question: questionOptions.filter((it) => structure.question.includes(it) !== (it === option)),
})

/** The structure with an option of the answer chosen or not any more; in the key-value form it takes the place of the other. */
export const toggleAnswerOption = (structure: PayloadStructure, option: AnswerOption): PayloadStructure => ({
  ...structure,
  answer: structure.format === "key-value" ? [option] : answerOptions.filter((it) => structure.answer.includes(it) !== (it === option)),
})

/** The structure in another form; the key-value form keeps the first of several options of the answer. */
export const chooseFormat = (structure: PayloadStructure, format: AnswerFormat): PayloadStructure => ({
  ...structure,
  format,
  answer: format === "key-value" ? structure.answer.slice(0, 1) : structure.answer,
})

/** Why a structure cannot be delivered. */
export type StructureProblem = "no-question-option" | "no-answer-option" | "several-answer-options"

/** What is said of each, in the check and where it is chosen. */
export const structureProblemKeys = {
  "no-question-option": "finding.delivery.no-question-option",
  "no-answer-option": "finding.delivery.no-answer-option",
  "several-answer-options": "finding.delivery.several-answer-options",
} as const satisfies Record<StructureProblem, string>

/**
 * Everything that keeps a structure from being delivered, [] for a sound one: a question and an answer need an option each, and a key-value
 * form has just one for its answers (spec/2-editor §4, §5; decision A4).
 */
export const structureProblems = ({ question, answer, format }: PayloadStructure): ReadonlyArray<StructureProblem> => [
  ...(question.length === 0 ? ["no-question-option" as const] : []),
  ...(answer.length === 0 ? ["no-answer-option" as const] : []),
  ...(format === "key-value" && answer.length > 1 ? ["several-answer-options" as const] : []),
]

// The record keys of a delivery: fixed values that each payload carries under keys of its own (spec/2-editor §3, §4; decisions A6).

export type RecordKeyLabels = Readonly<Record<string, string>>

/** Why a key cannot be added: it is empty, or there already. */
export type RecordKeyProblem = "blank" | "taken"

/** What keeps `key` from being a new record key, or null. */
export const recordKeyProblem = (labels: RecordKeyLabels, key: string): RecordKeyProblem | null =>
  key.trim() === "" ? "blank" : Object.hasOwn(labels, key.trim()) ? "taken" : null

/** The keys with one more, or changed in its value; unchanged where the key is empty. */
export const setRecordKey = (labels: RecordKeyLabels, key: string, value: string): RecordKeyLabels =>
  key.trim() === "" ? labels : Object.fromEntries([...Object.entries(labels), [Object.hasOwn(labels, key) ? key : key.trim(), value]])

/** A key that was typed with its value, and not added yet. */
export type PendingRecordKey = { readonly key: string; readonly value: string }
export const emptyPendingKey: PendingRecordKey = { key: "", value: "" }

/** What keeps a key that was typed from being taken with the others, or null; where nothing was typed nothing does. */
export const pendingKeyProblem = (labels: RecordKeyLabels, { key, value }: PendingRecordKey): RecordKeyProblem | null =>
  key.trim() === "" && value.trim() === "" ? null : recordKeyProblem(labels, key)

/** The keys with the one that was typed, where it can be taken. */
export const addPendingKey = (labels: RecordKeyLabels, typed: PendingRecordKey): RecordKeyLabels =>
  pendingKeyProblem(labels, typed) === null ? setRecordKey(labels, typed.key, typed.value) : labels

/** The keys without one. */
export const removeRecordKey = (labels: RecordKeyLabels, key: string): RecordKeyLabels =>
  Object.fromEntries(Object.entries(labels).filter(([it]) => it !== key))
