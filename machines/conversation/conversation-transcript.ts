// What a conversation holds as a respondent has it: its lines, what is still to be shown, and what there is of an answer.

import { isTooLong, tooLong } from "../../domain/chat/answer-problem.ts"
import { readAnswer } from "../../domain/chat/answer-validation.ts"
import type { Refusal, Trouble } from "../../domain/chat/chat-failure.ts"
import type { Ending } from "../../domain/chat/conversation-state.ts"
import type { Asked, Opened, Progressed, Told, Turn } from "../../domain/chat/respondent-view.ts"
import { same } from "../../domain/json/json-equality.ts"
import { isRecord } from "../../domain/json/json-parser.ts"
import { type Bases, endingAddress } from "../../domain/links/respondent-urls.ts"

/** An answer on its way: to the question of the instruction `uuid`. */
export type Given = { readonly uuid: string; readonly given: unknown }
/** An answer that a device keeps: on its way, or, while it is not given yet, as far as it is written, with what was wrong with it when it was given. */
export type KeptAnswer = Given & { readonly isGiven: boolean; readonly refusal: Refusal | null }
/** A file as it was picked; nothing of it is read yet. */
export type PickedFile = {
  readonly name: string
  readonly size: number
  readonly type: string
  readonly arrayBuffer: () => Promise<ArrayBuffer>
}
/** A file that the server has: answered with by its `name`, called `label` by who picked it. */
export type SentFile = { readonly name: string; readonly label: string }
export type Upload = { readonly uuid: string; readonly file: PickedFile }

/** A line of the transcript. What was given is `isSent` once the server says so; `question` is what it answers. */
export type Line =
  | { readonly type: "told"; readonly told: Exclude<Told, { readonly type: "end" }> }
  | { readonly type: "given"; readonly question: Asked | null; readonly value: unknown; readonly isSent: boolean }

export type Next = Told | { readonly type: "given"; readonly given: NonNullable<Turn["answer"]> }

export type ConversationContext = {
  readonly kept: KeptAnswer | null
  readonly bases: Pick<Bases, "stats">
  /** The pass is new: nothing of the conversation was shown before. */
  readonly isNew: boolean
  readonly opened: Opened | null
  readonly lines: ReadonlyArray<Line>
  /** What is still to be shown, in its order. */
  readonly next: ReadonlyArray<Next>
  readonly questions: ReadonlyMap<string, Asked>
  readonly total: number
  readonly waiting: Progressed["waiting"]
  readonly progress: number
  readonly ending: Ending | null
  /** The answer that has not arrived yet. */
  readonly answer: Given | null
  /** The answer as far as it is written, ticked or set; until it has arrived, also the one that is on its way. */
  readonly draft: Given | null
  /** What was wrong with the last answer. */
  readonly refusal: Refusal | null
  /** How many answers were refused on this page: the same said of another one is said anew. */
  readonly refusals: number
  /** The last answer came after another one to its question, as from another window, and was not taken. */
  readonly isOvertaken: boolean
  /** The files to answer with, and those that are being sent. */
  readonly files: ReadonlyArray<SentFile>
  readonly picked: ReadonlyArray<PickedFile>
  readonly trouble: Trouble | null
  /** How often in a row the same was tried in vain, or an outcome was not there yet. */
  readonly tries: number
}

/** The address that an ended conversation leads to, or null where it leads nowhere. */
export const leadsTo = ({ ending, opened, bases }: Pick<ConversationContext, "ending" | "opened" | "bases">): string | null =>
  ending === null || opened === null
    ? null
    : endingAddress(ending, bases, { slug: opened.community.slug, script: opened.script.uuid, language: opened.language })

/** What came with a call: its turns are to be shown. */
export const taken = ({ next, questions }: ConversationContext, { turns, total, waiting, progress }: Progressed) => ({
  next: [
    ...next,
    ...turns.flatMap(
      ({ answer, effects }): ReadonlyArray<Next> => (answer === null ? effects : [{ type: "given", given: answer }, ...effects]),
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
export const begun = (context: ConversationContext, opened: Opened): Partial<ConversationContext> => {
  const first = { ...context, ...taken(context, opened), opened }
  const { kept } = context
  const isWaitedFor = kept !== null && opened.waiting?.uuid === kept.uuid
  const inHand = isWaitedFor ? takenUp(kept) : {}
  const isUnsent = isWaitedFor && kept.isGiven
  if (context.isNew || !(opened.isBegun || isUnsent)) return { ...first, ...inHand }
  const resumed = { ...first, ...shown(first, () => true), ...inHand }
  if (isUnsent) return { ...resumed, answer: kept, lines: [...resumed.lines, unsent(resumed.questions, kept)] }
  // The server takes it no more; it says whether it came too late.
  return kept?.isGiven === true && isAnsweredOtherwise(opened, kept) ? { ...resumed, answer: kept } : resumed
}

/**
 * Whether the question was answered, as on another device, and not in these very words. What is kept of an answer may be written in other
 * words than it was given in, of which the server knows.
 */
const isAnsweredOtherwise = ({ turns }: Opened, { uuid, given }: Given): boolean => {
  const taken = turns.findLast(({ answer }) => answer?.uuid === uuid)?.answer
  return taken !== undefined && taken !== null && !same(taken.value, given)
}

/** What there is of an answer that is not given yet: what is written, or the files that were sent for it. */
export const unfinished = ({ draft, files, waiting, refusal }: ConversationContext): KeptAnswer | null => {
  if (files.length > 0) return { uuid: waiting?.uuid ?? "", given: files, isGiven: false, refusal }
  return draft === null ? null : { ...draft, isGiven: false, refusal }
}

/** What is wrong with something that is given for what is asked, or null: the rules are the server's own, so that it need not be asked. */
export const wrongWith = ({ waiting, questions, opened }: ConversationContext, given: unknown): Refusal | null => {
  if (isTooLong(given)) return tooLong
  const asked = waiting === null ? undefined : questions.get(waiting.uuid)
  if (asked === undefined) return null
  const read = readAnswer(asked.question, given, opened?.language)
  return read.ok ? null : read.problem
}

const takenUp = ({ uuid, given, refusal }: KeptAnswer): Partial<ConversationContext> => ({
  draft: { uuid, given },
  refusal,
  files: Array.isArray(given) ? given.flatMap(sentFile) : [],
})

/** A file as it is kept, or by its name alone, as it was answered with. */
const sentFile = (it: unknown): ReadonlyArray<SentFile> => {
  if (typeof it === "string") return [{ name: it, label: it.slice(it.indexOf("/") + 1) }]
  return isSentFile(it) ? [it] : []
}

const isSentFile = (it: unknown): it is SentFile => isRecord(it) && typeof it["name"] === "string" && typeof it["label"] === "string"

/** The first of the files that were picked, for the question of the instruction `uuid`. */
export const uploadOf = (uuid = "", [file]: ReadonlyArray<PickedFile>): Upload => {
  if (file === undefined) throw new Error("no file was picked")
  return { uuid, file }
}

/** The line of an answer that has not arrived yet. */
export const unsent = (questions: ConversationContext["questions"], { uuid, given }: Given): Line => ({
  type: "given",
  question: questions.get(uuid) ?? null,
  value: given,
  isSent: false,
})

/** The transcript without what is on its way: the server says it again, in the form in which it is kept. */
export const arrived = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => lines.filter((line) => line.type !== "given" || line.isSent)

/** Shows from the front as long as `isReady`. */
export const shown = (context: ConversationContext, isReady: (next: Next) => boolean): Partial<ConversationContext> => {
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

const lineOf = ({ questions }: ConversationContext, next: Next): ReadonlyArray<Line> => {
  if (next.type === "end") return []
  if (next.type !== "given") return [{ type: "told", told: next }]
  return [{ type: "given", question: questions.get(next.given.uuid) ?? null, value: next.given.value, isSent: true }]
}

/** What was wrong with an answer that was not taken. */
export const refusalIn = (trouble: Trouble): Refusal => (trouble.type === "refused" ? trouble.refusal : tooLong)

/** How often an outcome is asked for before it is said that it takes a while. */
const patience = 2

/** Whether the conversation has waited for an outcome so long that its respondent is told. */
export const takesLong = ({ tries }: Pick<ConversationContext, "tries">): boolean => tries >= patience
