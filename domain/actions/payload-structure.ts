// Options of a delivery's payload (question, answer, format) and its record keys (A4–A6).

/** What identifies a question in the payload; at least one option is required. */
export const questionOptions = ["question.uuid", "question.name.number", "question.name.label"] as const
/** What is sent of an answer; at least one option is required, exactly one in the key-value format. */
export const answerOptions = ["answer.option.uuid", "answer.option.text", "answer.option.value"] as const
/** [A4] The format of answers; a list unless key-value is chosen. */
export const answerFormats = ["list", "key-value"] as const

export type QuestionOption = (typeof questionOptions)[number]
export type AnswerOption = (typeof answerOptions)[number]
export type AnswerFormat = (typeof answerFormats)[number]

/** The chosen options, in the order of their tables. */
export type PayloadStructure = {
  readonly question: ReadonlyArray<QuestionOption>
  readonly answer: ReadonlyArray<AnswerOption>
  readonly format: AnswerFormat
}

/** [A4] The options of a new delivery: the label of each question, and the text and value of its answers. */
export const defaultPayloadStructure: PayloadStructure = {
  question: ["question.name.label"],
  answer: ["answer.option.text", "answer.option.value"],
  format: "list",
}

const formatPrefix = "answer.format."

/** [A4] Parses the options of a script; unknown options are ignored. */
export const parsePayloadStructure = (options: ReadonlyArray<string> | null | undefined): PayloadStructure => {
  const chosen = new Set(options ?? [])
  return {
    question: questionOptions.filter((it) => chosen.has(it)),
    answer: answerOptions.filter((it) => chosen.has(it)),
    format: answerFormats.find((it) => chosen.has(`${formatPrefix}${it}`)) ?? "list",
  }
}

/** [A4] Returns the chosen options as a script stores them. */
export const printPayloadStructure = ({ question, answer, format }: PayloadStructure): ReadonlyArray<string> => [
  ...question,
  ...answer,
  `${formatPrefix}${format}`,
]

/** Toggles a question option. */
export const toggleQuestionOption = (structure: PayloadStructure, option: QuestionOption): PayloadStructure => ({
  ...structure,
  question: questionOptions.filter((it) => structure.question.includes(it) !== (it === option)),
})

/** Toggles an answer option; in the key-value format the option replaces the previous one. */
export const toggleAnswerOption = (structure: PayloadStructure, option: AnswerOption): PayloadStructure => ({
  ...structure,
  answer: structure.format === "key-value" ? [option] : answerOptions.filter((it) => structure.answer.includes(it) !== (it === option)),
})

/** Changes the format; the key-value format keeps only the first of several answer options. */
export const chooseFormat = (structure: PayloadStructure, format: AnswerFormat): PayloadStructure => ({
  ...structure,
  format,
  answer: format === "key-value" ? structure.answer.slice(0, 1) : structure.answer,
})

/** Why a structure cannot be delivered. */
export type StructureProblem = "no-question-option" | "no-answer-option" | "several-answer-options"

/** Message keys, for the check and for the wizard. */
export const structureProblemKeys = {
  "no-question-option": "finding.delivery.no-question-option",
  "no-answer-option": "finding.delivery.no-answer-option",
  "several-answer-options": "finding.delivery.several-answer-options",
} as const satisfies Record<StructureProblem, string>

/**
 * [A4] Returns the problems that prevent a delivery: a question and an answer need an option each, and the key-value
 * format allows one answer option.
 */
export const structureProblems = ({ question, answer, format }: PayloadStructure): ReadonlyArray<StructureProblem> => [
  ...(question.length === 0 ? ["no-question-option" as const] : []),
  ...(answer.length === 0 ? ["no-answer-option" as const] : []),
  ...(format === "key-value" && answer.length > 1 ? ["several-answer-options" as const] : []),
]

export type RecordKeyLabels = Readonly<Record<string, string>>

/** Why a key cannot be added: it is blank, or exists already. */
export type RecordKeyProblem = "blank" | "taken"

/** [A6] Returns the problem with `key` as a new record key, or null. */
export const recordKeyProblem = (labels: RecordKeyLabels, key: string): RecordKeyProblem | null =>
  key.trim() === "" ? "blank" : Object.hasOwn(labels, key.trim()) ? "taken" : null

/** [A6] Adds a record key or changes its value; returns the keys unchanged if `key` is blank. */
export const setRecordKey = (labels: RecordKeyLabels, key: string, value: string): RecordKeyLabels =>
  key.trim() === "" ? labels : Object.fromEntries([...Object.entries(labels), [Object.hasOwn(labels, key) ? key : key.trim(), value]])

/** A typed key and value that have not been added yet. */
export type PendingRecordKey = { readonly key: string; readonly value: string }
export const emptyPendingKey: PendingRecordKey = { key: "", value: "" }

/** Returns the problem with a typed key, or null if it can be added or nothing was typed. */
export const pendingKeyProblem = (labels: RecordKeyLabels, { key, value }: PendingRecordKey): RecordKeyProblem | null =>
  key.trim() === "" && value.trim() === "" ? null : recordKeyProblem(labels, key)

/** Adds the typed key if it is valid. */
export const addPendingKey = (labels: RecordKeyLabels, pending: PendingRecordKey): RecordKeyLabels =>
  pendingKeyProblem(labels, pending) === null ? setRecordKey(labels, pending.key, pending.value) : labels

/** Removes a record key. */
export const removeRecordKey = (labels: RecordKeyLabels, key: string): RecordKeyLabels =>
  Object.fromEntries(Object.entries(labels).filter(([it]) => it !== key))
