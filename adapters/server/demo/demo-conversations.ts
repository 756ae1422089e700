// Generates the demo community's conversations with the real conversation engine, the same on every start.
import { randomBytes, randomUUID } from "node:crypto"
import type { Transaction } from "kysely"
import { seededRandom } from "../../../domain/chat/choice-order.ts"
import { compileScript } from "../../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../../domain/chat/conversation-engine.ts"
import type { Turn } from "../../../domain/chat/conversation-record.ts"
import { listConversationScores } from "../../../domain/chat/conversation-scores.ts"
import type { ConversationState } from "../../../domain/chat/conversation-state.ts"
import { hasAnyAnswer } from "../../../domain/conversations/stored-answer.ts"
import { getChoiceLimits, getDateLimits, getNumberLimits, listExclusiveChoices } from "../../../domain/questions/answer-limits.ts"
import type { Question } from "../../../domain/questions/question.ts"
import { listScaleValues } from "../../../domain/questions/scale-question.ts"
import type { AuthoredScript } from "../../../domain/script/script.ts"
import type { Tables } from "../database/tables.ts"
import { hashToken } from "../security/one-time-tokens.ts"
import { buildCountQuery, countTurns, type StatisticsCount } from "../statistics/statistics-repository.ts"

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const sources = ["mail", "website", "letter"] as const

/** Returns pseudorandom integers from 0 to `below` - 1, the same on every start. */
type RandomInteger = (below: number) => number
const createRandom = (seed: string): RandomInteger => {
  const random = seededRandom(seed)
  return (below) => Math.floor(random() * below)
}

const remarks = {
  nl: ["Het ging prima.", "Ik moest lang wachten.", "Vriendelijke mensen, duidelijke uitleg.", "Graag vaker in de avond."],
  en: ["It went well.", "I had to wait for a long time.", "Friendly people, clear answers.", "More often in the evening, please."],
} as const

/** Returns a random answer to a question; null skips it. */
const generateAnswer = (question: Question, language: "nl" | "en", random: RandomInteger): unknown => {
  const choices = question.choices ?? []
  switch (question.type) {
    case "choice":
      return choices[random(choices.length)]?.value ?? null
    case "multiple": {
      const exclusive = listExclusiveChoices(question)
      const combinable = choices.filter((choice) => !exclusive.includes(choice))
      const { fewest, most } = getChoiceLimits(question)
      const size = Math.min(fewest + random(most - fewest + 1), combinable.length)
      return combinable
        .toSpliced(0, random(combinable.length - size + 1))
        .slice(0, size)
        .map(({ value }) => value)
    }
    case "open":
      return remarks[language][random(remarks[language].length)]
    case "email":
      return `respondent${random(1000)}@example.org`
    case "numeric":
    case "currency": {
      const { least, most } = getNumberLimits(question.options ?? {})
      const [from, to] = [least ?? 0, most ?? (least ?? 0) + 100]
      return from + random(Math.floor(to - from) + 1)
    }
    case "nps":
    case "starRating":
    case "emoji": {
      const values = listScaleValues(question)
      // The higher of two draws: more respondents are content than not.
      return values[Math.max(random(values.length), random(values.length))]
    }
    case "date": {
      const { first, last } = getDateLimits(question.options ?? {})
      return first ?? last ?? `${1950 + random(55)}-0${1 + random(9)}-1${random(10)}`
    }
    case "file":
      return null
  }
}

type ConversationRun = { readonly state: ConversationState; readonly turns: ReadonlyArray<Turn> }

/** Runs a conversation to its end; at each question, one in 40 respondents leaves. */
const runConversation = (
  chat: ReturnType<typeof compileScript>,
  language: "nl" | "en",
  seed: string,
  metadata: Record<string, string>,
  random: RandomInteger,
): ConversationRun => {
  const questions = new Map(chat.list.map(({ instruction }) => [instruction.uuid, instruction.question]))
  let { state, effects } = beginConversation(chat, { seed, metadata })
  const turns: Array<Turn> = [{ answer: null, effects }]
  while (state.waiting !== null) {
    const { uuid, for: waitingFor } = state.waiting
    if (waitingFor === "action" || random(40) === 0) break
    const question = questions.get(uuid)
    const given = question ? generateAnswer(question, language, random) : null
    const next = handleEvent(chat, state, { type: "answer", uuid, given })
    if (next.effects.some(({ type }) => type === "refuse")) break
    ;({ state, effects } = next)
    turns.push({ answer: { uuid, value: state.answers[uuid] }, effects })
  }
  return { state, turns }
}

type DemoScript = {
  readonly community: string
  readonly script: string
  readonly authored: AuthoredScript
  readonly since: Date
  readonly until: Date
}

/** Adds `amount` conversations between two dates. Their tokens are discarded, so these links cannot be opened. */
export const addDemoConversations = async (
  trx: Transaction<Tables>,
  { community, script, authored, since, until }: DemoScript,
  amount: number,
): Promise<void> => {
  const chat = compileScript(authored)
  const language = authored.language === "nl" ? "nl" : "en"
  const counts: Array<{ readonly at: Date; readonly counts: ReadonlyArray<StatisticsCount> }> = []
  const rows = Array.from({ length: amount }, (_, index) => {
    const random = createRandom(`${authored.name} ${index}`)
    const metadata = { source: sources[random(sources.length)] ?? "mail" }
    const { state, turns } = runConversation(chat, language, `demo ${index}`, metadata, random)
    const isFinished = state.ending !== null
    const started = new Date(since.getTime() + ((until.getTime() - since.getTime()) / amount) * index + random(dayMs / 2))
    const ended = new Date(started.getTime() + (turns.length - 1) * (8_000 + random(20_000)))
    counts.push({ at: ended, counts: countTurns(authored, { turns, isBegun: true, isFinished }) })
    return {
      script_id: script,
      id: randomUUID(),
      community_id: community,
      profile_id: null,
      revision: 1,
      status: isFinished ? "finished" : "pending",
      token_hash: hashToken(randomBytes(24).toString("base64url")),
      code_hash: null,
      metadata: JSON.stringify(metadata),
      answers: JSON.stringify(state.answers),
      actions: "{}",
      scores: JSON.stringify(listConversationScores(chat, state)),
      state: null,
      is_answered: hasAnyAnswer(state.answers),
      is_anonymous: true,
      made_at: started,
      started_at: started,
      updated_at: ended,
      finished_at: isFinished ? ended : null,
    }
  })
  await trx.insertInto("conversations").values(rows).execute()
  for (const [day, dayCounts] of Map.groupBy(counts, ({ at }) => at.toISOString().slice(0, 10)))
    await buildCountQuery(
      trx,
      // One statement per day.
      { script, conversation: randomUUID() },
      dayCounts.flatMap((it) => it.counts),
      new Date(day),
    )?.execute()
}
