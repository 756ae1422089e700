// What a conversation holds as a respondent has it: its lines, what is still to be shown, and what there is of an answer.

import { isTooLongForAnyQuestion, tooLongProblem } from "../../domain/chat/answer-problem.ts"
import { parseAnswer } from "../../domain/chat/answer-validation.ts"
import type { AnswerRefusal, ChatFailure } from "../../domain/chat/chat-failure.ts"
import type { Ending } from "../../domain/chat/conversation-state.ts"
import type {
  AskEffect,
  ConversationUpdate,
  OpenedConversation,
  RespondentEffect,
  RespondentTurn,
} from "../../domain/chat/respondent-view.ts"
import { deepEqual } from "../../domain/json/json-equality.ts"
import { isRecord } from "../../domain/json/json-parser.ts"
import { buildEndingUrl, type PublicBaseUrls } from "../../domain/links/respondent-urls.ts"

/** An answer on its way: to the question of the instruction `uuid`. */
export type SubmittedAnswer = { readonly uuid: string; readonly given: unknown }
/** An answer that a device keeps: on its way, or, while it is not given yet, as far as it is written, with what was wrong with it when it was given. */
export type StoredAnswer = SubmittedAnswer & { readonly isGiven: boolean; readonly refusal: AnswerRefusal | null }
/** A file as it was picked; nothing of it is read yet. */
export type PickedFile = {
  readonly name: string
  readonly size: number
  readonly type: string
  readonly arrayBuffer: () => Promise<ArrayBuffer>
}
/** A file that the server has: answered with by its `name`, called `label` by who picked it. */
export type UploadedFile = { readonly name: string; readonly label: string }
export type FileUpload = { readonly uuid: string; readonly file: PickedFile }

/** A line of the transcript. What was given is `isSent` once the server says so; `question` is what it answers. */
export type TranscriptLine =
  | { readonly type: "told"; readonly told: Exclude<RespondentEffect, { readonly type: "end" }> }
  | { readonly type: "given"; readonly question: AskEffect | null; readonly value: unknown; readonly isSent: boolean }

export type PendingLine = RespondentEffect | { readonly type: "given"; readonly given: NonNullable<RespondentTurn["answer"]> }

export type ConversationContext = {
  readonly kept: StoredAnswer | null
  readonly bases: Pick<PublicBaseUrls, "stats">
  /** The pass is new: nothing of the conversation was shown before. */
  readonly isNew: boolean
  readonly opened: OpenedConversation | null
  readonly lines: ReadonlyArray<TranscriptLine>
  /** What is still to be shown, in its order. */
  readonly next: ReadonlyArray<PendingLine>
  readonly questions: ReadonlyMap<string, AskEffect>
  readonly total: number
  readonly waiting: ConversationUpdate["waiting"]
  readonly progress: number
  readonly ending: Ending | null
  /** The answer that has not arrived yet. */
  readonly answer: SubmittedAnswer | null
  /** The answer as far as it is written, ticked or set; until it has arrived, also the one that is on its way. */
  readonly draft: SubmittedAnswer | null
  /** What was wrong with the last answer. */
  readonly refusal: AnswerRefusal | null
  /** How many answers were refused on this page: the same said of another one is said anew. */
  readonly refusals: number
  /** The last answer came after another one to its question, as from another window, and was not taken. */
  readonly isOvertaken: boolean
  /** The files to answer with, and those that are being sent. */
  readonly files: ReadonlyArray<UploadedFile>
  readonly picked: ReadonlyArray<PickedFile>
  readonly trouble: ChatFailure | null
  /** How often in a row the same was tried in vain, or an outcome was not there yet. */
  readonly tries: number
}

/** The address that an ended conversation leads to, or null where it leads nowhere. */
export const redirectAddress = ({ ending, opened, bases }: Pick<ConversationContext, "ending" | "opened" | "bases">): string | null =>
  ending === null || opened === null
    ? null
    : buildEndingUrl(ending, bases, { slug: opened.community.slug, script: opened.script.uuid, language: opened.language })

/** What came with a call: its turns are to be shown. */
export const appendTurns = ({ next, questions }: ConversationContext, { turns, total, waiting, progress }: ConversationUpdate) => ({
  next: [
    ...next,
    ...turns.flatMap(
      ({ answer, effects }): ReadonlyArray<PendingLine> => (answer === null ? effects : [{ type: "given", given: answer }, ...effects]),
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

/** Who comes back sees at once what was said before, what they had begun to answer, and the answer that this device still has to send. */
export const resumeConversation = (context: ConversationContext, opened: OpenedConversation): Partial<ConversationContext> => {
  const first = { ...context, ...appendTurns(context, opened), opened }
  const { kept } = context
  const isWaitedFor = kept !== null && opened.waiting?.uuid === kept.uuid
  const inHand = isWaitedFor ? restoreDraft(kept) : {}
  const isUnsent = isWaitedFor && kept.isGiven
  if (context.isNew || !(opened.isBegun || isUnsent)) return { ...first, ...inHand }
  const resumed = { ...first, ...revealLines(first, () => true), ...inHand }
  if (isUnsent) return { ...resumed, answer: kept, lines: [...resumed.lines, unconfirmedLine(resumed.questions, kept)] }
  // The server takes it no more; it says whether it came too late.
  return kept?.isGiven === true && wasAnsweredDifferently(opened, kept) ? { ...resumed, answer: kept } : resumed
}

/**
 * Whether the question was answered, as on another device, and not in these very words. What is kept of an answer may be written in other
 * words than it was given in, of which the server knows.
 */
const wasAnsweredDifferently = ({ turns }: OpenedConversation, { uuid, given }: SubmittedAnswer): boolean => {
  const taken = turns.findLast(({ answer }) => answer?.uuid === uuid)?.answer
  return taken !== undefined && taken !== null && !deepEqual(taken.value, given)
}

/** What there is of an answer that is not given yet: what is written, or the files that were sent for it. */
export const unsubmittedAnswer = ({ draft, files, waiting, refusal }: ConversationContext): StoredAnswer | null => {
  if (files.length > 0) return { uuid: waiting?.uuid ?? "", given: files, isGiven: false, refusal }
  return draft === null ? null : { ...draft, isGiven: false, refusal }
}

/** What is wrong with something that is given for what is asked, or null: the rules are the server's own, so that it need not be asked. */
export const validateAnswer = ({ waiting, questions, opened }: ConversationContext, given: unknown): AnswerRefusal | null => {
  if (isTooLongForAnyQuestion(given)) return tooLongProblem
  const asked = waiting === null ? undefined : questions.get(waiting.uuid)
  if (asked === undefined) return null
  const read = parseAnswer(asked.question, given, opened?.language)
  return read.ok ? null : read.problem
}

const restoreDraft = ({ uuid, given, refusal }: StoredAnswer): Partial<ConversationContext> => ({
  draft: { uuid, given },
  refusal,
  files: Array.isArray(given) ? given.flatMap(sentFile) : [],
})

/** A file as it is kept, or by its name alone, as it was answered with. */
const sentFile = (it: unknown): ReadonlyArray<UploadedFile> => {
  if (typeof it === "string") return [{ name: it, label: it.slice(it.indexOf("/") + 1) }]
  return isSentFile(it) ? [it] : []
}

const isSentFile = (it: unknown): it is UploadedFile => isRecord(it) && typeof it["name"] === "string" && typeof it["label"] === "string"

/** The first of the files that were picked, for the question of the instruction `uuid`. */
export const nextUpload = (uuid = "", [file]: ReadonlyArray<PickedFile>): FileUpload => {
  if (file === undefined) throw new Error("no file was picked")
  return { uuid, file }
}

/** The line of an answer that has not arrived yet. */
export const unconfirmedLine = (questions: ConversationContext["questions"], { uuid, given }: SubmittedAnswer): TranscriptLine => ({
  type: "given",
  question: questions.get(uuid) ?? null,
  value: given,
  isSent: false,
})

/** The transcript without what is on its way: the server says it again, in the form in which it is kept. */
export const removeUnconfirmedLines = (lines: ReadonlyArray<TranscriptLine>): ReadonlyArray<TranscriptLine> =>
  lines.filter((line) => line.type !== "given" || line.isSent)

/** Shows from the front as long as `isReady`. */
export const revealLines = (context: ConversationContext, isReady: (next: PendingLine) => boolean): Partial<ConversationContext> => {
  const stop = context.next.findIndex((next) => !isReady(next))
  const count = stop === -1 ? context.next.length : stop
  if (count === 0) return {}
  const ready = context.next.slice(0, count)
  return {
    next: context.next.slice(count),
    lines: [...context.lines, ...ready.flatMap((next) => lineOf(context, next))],
    ending: ready.reduce((ending, next) => (next.type === "end" ? next.ending : ending), context.ending),
  }
}

const lineOf = ({ questions }: ConversationContext, next: PendingLine): ReadonlyArray<TranscriptLine> => {
  if (next.type === "end") return []
  if (next.type !== "given") return [{ type: "told", told: next }]
  return [{ type: "given", question: questions.get(next.given.uuid) ?? null, value: next.given.value, isSent: true }]
}

/** What was wrong with an answer that was not taken. */
export const toRefusal = (trouble: ChatFailure): AnswerRefusal => (trouble.type === "refused" ? trouble.refusal : tooLongProblem)

/** How often an outcome is asked for before it is said that it takes a while. */
const attemptsBeforeNotice = 2

/** Whether the conversation has waited for an outcome so long that its respondent is told. */
export const isOutcomeDelayed = ({ tries }: Pick<ConversationContext, "tries">): boolean => tries >= attemptsBeforeNotice
