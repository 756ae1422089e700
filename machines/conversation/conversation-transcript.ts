// [E9] A conversation as the respondent sees it: its transcript, the lines still to be shown, and the answer in progress.

import { isTooLongForAnyQuestion, tooLongProblem } from "../../domain/chat/answer-problem.ts"
import { parseAnswer } from "../../domain/chat/answer-validation.ts"
import type { AnswerRefusal, ChatFailure } from "../../domain/chat/chat-failure.ts"
import type {
  AskEffect,
  ConversationUpdate,
  OpenedConversation,
  RespondentEffect,
  RespondentEnding,
  RespondentTurn,
} from "../../domain/chat/respondent-view.ts"
import { deepEqual, isRecord } from "../../domain/json/json-value.ts"
import { buildEndingUrl } from "../../domain/links/respondent-urls.ts"
import type { PublicBaseUrls } from "../../domain/text/web-url.ts"

/** An answer to the question of the instruction `uuid`. */
export type SubmittedAnswer = { readonly uuid: string; readonly given: unknown }
/** An answer stored on the device: one being sent (`isGiven`), or a draft with the refusal it received, if any. */
export type StoredAnswer = SubmittedAnswer & { readonly isGiven: boolean; readonly refusal: AnswerRefusal | null }
/** A file that the respondent picked, not read yet; `size` is in bytes. */
export type PickedFile = {
  readonly name: string
  readonly size: number
  readonly type: string
  readonly arrayBuffer: () => Promise<ArrayBuffer>
}
/** An uploaded file: the answer refers to it by `name`; `label` is the file name on the respondent's device. */
export type UploadedFile = { readonly name: string; readonly label: string }
/** A file to upload for the question of the instruction `uuid`. */
export type FileUpload = { readonly uuid: string; readonly file: PickedFile }

/** A line of the transcript: from the script, or an answer, which is `isSent` once the server has confirmed it. */
export type TranscriptLine =
  | { readonly type: "script"; readonly effect: Exclude<RespondentEffect, { readonly type: "end" }> }
  | { readonly type: "answer"; readonly question: AskEffect | null; readonly value: unknown; readonly isSent: boolean }

/** A line that is still to be shown. */
export type PendingLine = RespondentEffect | { readonly type: "answer"; readonly answer: NonNullable<RespondentTurn["answer"]> }

export type ConversationContext = {
  readonly storedAnswer: StoredAnswer | null
  readonly bases: Pick<PublicBaseUrls, "stats">
  /** The access key is new: nothing of this conversation has been shown before. */
  readonly isNew: boolean
  readonly opened: OpenedConversation | null
  readonly lines: ReadonlyArray<TranscriptLine>
  /** The lines still to be shown, in order. */
  readonly next: ReadonlyArray<PendingLine>
  readonly questions: ReadonlyMap<string, AskEffect>
  readonly total: number
  readonly waiting: ConversationUpdate["waiting"]
  readonly progress: number
  readonly ending: RespondentEnding | null
  /** The answer that the server has not confirmed yet. */
  readonly answer: SubmittedAnswer | null
  /** The answer in progress; until the server has confirmed it, also the one being sent. */
  readonly draft: SubmittedAnswer | null
  /** Why the last answer was refused. */
  readonly refusal: AnswerRefusal | null
  /** Counts the refusals, so that an equal refusal of another answer is announced again. */
  readonly refusals: number
  /** The question had already been answered, for example in another window, so the last answer was not accepted. */
  readonly isOvertaken: boolean
  /** The uploaded files of the answer, and the picked files still to upload. */
  readonly files: ReadonlyArray<UploadedFile>
  readonly filesToUpload: ReadonlyArray<PickedFile>
  readonly failure: ChatFailure | null
  /** Counts failed attempts in a row, and polls for an outcome that were too early. */
  readonly tries: number
}

/** Returns the address that an ended conversation redirects to, or null if there is none. */
export const redirectAddress = ({ ending, opened, bases }: Pick<ConversationContext, "ending" | "opened" | "bases">): string | null =>
  ending === null || opened === null
    ? null
    : buildEndingUrl(ending, bases, { slug: opened.community.slug, script: opened.script.uuid, language: opened.language })

/** Returns the context with the turns of an update queued to be shown. */
export const appendTurns = ({ next, questions }: ConversationContext, { turns, total, waiting, progress }: ConversationUpdate) => ({
  next: [
    ...next,
    ...turns.flatMap(
      ({ answer, effects }): ReadonlyArray<PendingLine> => (answer === null ? effects : [{ type: "answer", answer }, ...effects]),
    ),
  ],
  questions: new Map([
    ...questions,
    ...turns.flatMap(({ effects }) => effects.flatMap((it) => (it.type === "ask" ? [[it.uuid, it] as const] : []))),
  ]),
  total,
  waiting,
  progress,
})

/**
 * [E9] Returns the context of an opened conversation. A returning respondent immediately sees the earlier lines, the draft
 * answer, and the answer that this device still has to send.
 */
export const resumeConversation = (context: ConversationContext, opened: OpenedConversation): Partial<ConversationContext> => {
  const first = { ...context, ...appendTurns(context, opened), opened }
  const { storedAnswer } = context
  const isWaitedFor = storedAnswer !== null && opened.waiting?.uuid === storedAnswer.uuid
  const draft = isWaitedFor ? restoreDraft(storedAnswer) : {}
  const isUnsent = isWaitedFor && storedAnswer.isGiven
  if (context.isNew || !(opened.isBegun || isUnsent)) return { ...first, ...draft }
  const resumed = { ...first, ...revealLines(first, () => true), ...draft }
  if (isUnsent) return { ...resumed, answer: storedAnswer, lines: [...resumed.lines, unconfirmedLine(resumed.questions, storedAnswer)] }
  // The question is closed; the server decides whether the answer arrived too late.
  return storedAnswer?.isGiven === true && wasAnsweredDifferently(opened, storedAnswer) ? { ...resumed, answer: storedAnswer } : resumed
}

/**
 * Whether the question was answered with something else, for example on another device. The stored answer may differ in
 * form from the submitted one; only the server can tell whether both mean the same.
 */
const wasAnsweredDifferently = ({ turns }: OpenedConversation, { uuid, given }: SubmittedAnswer): boolean => {
  const accepted = turns.findLast(({ answer }) => answer?.uuid === uuid)?.answer
  return accepted !== undefined && accepted !== null && !deepEqual(accepted.value, given)
}

/** Returns the draft answer, or the files uploaded for it; null if there is neither. */
export const unsubmittedAnswer = ({ draft, files, waiting, refusal }: ConversationContext): StoredAnswer | null => {
  if (files.length > 0) return { uuid: waiting?.uuid ?? "", given: files, isGiven: false, refusal }
  return draft === null ? null : { ...draft, isGiven: false, refusal }
}

/** Returns why an answer to the open question is invalid, or null. The server applies the same rules. */
export const validateAnswer = ({ waiting, questions, opened }: ConversationContext, given: unknown): AnswerRefusal | null => {
  if (isTooLongForAnyQuestion(given)) return tooLongProblem
  const ask = waiting === null ? undefined : questions.get(waiting.uuid)
  if (ask === undefined) return null
  const parsed = parseAnswer(ask.question, given, opened?.language)
  return parsed.ok ? null : parsed.problem
}

const restoreDraft = ({ uuid, given, refusal }: StoredAnswer): Partial<ConversationContext> => ({
  draft: { uuid, given },
  refusal,
  files: Array.isArray(given) ? given.flatMap(parseUploadedFile) : [],
})

/** A file as this device stores it, or only its name, as a submitted answer has it. */
const parseUploadedFile = (value: unknown): ReadonlyArray<UploadedFile> => {
  if (typeof value === "string") return [{ name: value, label: value.slice(value.indexOf("/") + 1) }]
  return isUploadedFile(value) ? [value] : []
}

const isUploadedFile = (value: unknown): value is UploadedFile =>
  isRecord(value) && typeof value["name"] === "string" && typeof value["label"] === "string"

/** Returns the first picked file as an upload for the question of the instruction `uuid`. */
export const nextUpload = (uuid = "", [file]: ReadonlyArray<PickedFile>): FileUpload => {
  if (file === undefined) throw new Error("no file was picked")
  return { uuid, file }
}

/** Returns the transcript line of an answer that the server has not confirmed yet. */
export const unconfirmedLine = (questions: ConversationContext["questions"], { uuid, given }: SubmittedAnswer): TranscriptLine => ({
  type: "answer",
  question: questions.get(uuid) ?? null,
  value: given,
  isSent: false,
})

/** Returns the transcript without unconfirmed answers; the server sends them back in their stored form. */
export const removeUnconfirmedLines = (lines: ReadonlyArray<TranscriptLine>): ReadonlyArray<TranscriptLine> =>
  lines.filter((line) => line.type !== "answer" || line.isSent)

/** Moves lines from the front of the queue to the transcript, as long as `isReady`. */
export const revealLines = (context: ConversationContext, isReady: (next: PendingLine) => boolean): Partial<ConversationContext> => {
  const stop = context.next.findIndex((next) => !isReady(next))
  const count = stop === -1 ? context.next.length : stop
  if (count === 0) return {}
  const ready = context.next.slice(0, count)
  return {
    next: context.next.slice(count),
    lines: [...context.lines, ...ready.flatMap((next) => toTranscriptLines(context, next))],
    ending: ready.reduce((ending, next) => (next.type === "end" ? next.ending : ending), context.ending),
  }
}

const toTranscriptLines = ({ questions }: ConversationContext, next: PendingLine): ReadonlyArray<TranscriptLine> => {
  if (next.type === "end") return []
  if (next.type !== "answer") return [{ type: "script", effect: next }]
  return [{ type: "answer", question: questions.get(next.answer.uuid) ?? null, value: next.answer.value, isSent: true }]
}

/** Returns the reason of a refused answer. */
export const toRefusal = (failure: ChatFailure): AnswerRefusal => (failure.type === "refused" ? failure.refusal : tooLongProblem)

/** The number of polls for an outcome after which the page says that it takes a while. */
const attemptsBeforeNotice = 2

/** Whether the outcome takes so long that the respondent should see a notice. */
export const isOutcomeDelayed = ({ tries }: Pick<ConversationContext, "tries">): boolean => tries >= attemptsBeforeNotice
