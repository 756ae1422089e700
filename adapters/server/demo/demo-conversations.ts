// Respondents of the demo community, played by the engine that real ones meet: the same every time.
import { randomBytes, randomUUID } from "node:crypto"
import type { Transaction } from "kysely"
import { seededRandom } from "../../../domain/chat/choice-order.ts"
import { compileScript } from "../../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../../domain/chat/conversation-engine.ts"
import type { Turn } from "../../../domain/chat/conversation-record.ts"
import type { ConversationState } from "../../../domain/chat/conversation-state.ts"
import { hasAnyAnswer } from "../../../domain/conversations/stored-answer.ts"
import { choiceLimits, dateLimits, listExclusiveChoices, numberLimits } from "../../../domain/questions/answer-limits.ts"
import type { Question } from "../../../domain/questions/question.ts"
import { scaleValues } from "../../../domain/questions/scale-question.ts"
import type { AuthoredScript } from "../../../domain/script/script.ts"
import type { Tables } from "../database/tables.ts"
import { hashToken } from "../security/one-time-tokens.ts"
import { buildCountQuery, countTurn, type StatisticsCount } from "../statistics/statistics-repository.ts"

const minute = 60_000
const day = 24 * 60 * minute
const sources = ["mail", "website", "letter"] as const

/** Whole numbers from 0 to below `below`, the same for every start. */
type RandomInteger = (below: number) => number
const createRandom = (seed: string): RandomInteger => {
  const random = seededRandom(seed)
  return (below) => Math.floor(random() * below)
}

const remarks = {
  nl: ["Het ging prima.", "Ik moest lang wachten.", "Vriendelijke mensen, duidelijke uitleg.", "Graag vaker in de avond."],
  en: ["It went well.", "I had to wait for a long time.", "Friendly people, clear answers.", "More often in the evening, please."],
} as const

/** What somebody might answer; null skips. */
const answerTo = (question: Question, language: "nl" | "en", chance: RandomInteger): unknown => {
  const choices = question.choices ?? []
  switch (question.type) {
    case "choice":
      return choices[chance(choices.length)]?.value ?? null
    case "multiple": {
      const alone = listExclusiveChoices(question)
      const together = choices.filter((choice) => !alone.includes(choice))
      const { fewest, most } = choiceLimits(question)
      const size = Math.min(fewest + chance(most - fewest + 1), together.length)
      return together
        .toSpliced(0, chance(together.length - size + 1))
        .slice(0, size)
        .map(({ value }) => value)
    }
    case "open":
      return remarks[language][chance(remarks[language].length)]
    case "email":
      return `respondent${chance(1000)}@example.org`
    case "numeric":
    case "currency": {
      const { least, most } = numberLimits(question.options ?? {})
      const [from, to] = [least ?? 0, most ?? (least ?? 0) + 100]
      return from + chance(Math.floor(to - from) + 1)
    }
    case "nps":
    case "starRating":
    case "emoji": {
      const values = scaleValues(question)
      // More are content than not.
      return values[Math.max(chance(values.length), chance(values.length))]
    }
    case "date": {
      const { first, last } = dateLimits(question.options ?? {})
      return first ?? last ?? `${1950 + chance(55)}-0${1 + chance(9)}-1${chance(10)}`
    }
    case "file":
      return null
  }
}

type Played = { readonly state: ConversationState; readonly turns: ReadonlyArray<Turn> }

/** Plays until the end, or until one of ten leaves. */
const play = (
  chat: ReturnType<typeof compileScript>,
  language: "nl" | "en",
  seed: string,
  metadata: Record<string, string>,
  chance: RandomInteger,
): Played => {
  const questions = new Map(chat.list.map(({ instruction }) => [instruction.uuid, instruction.question]))
  let { state, effects } = beginConversation(chat, { seed, metadata })
  const turns: Array<Turn> = [{ answer: null, effects }]
  while (state.waiting !== null) {
    const { uuid, for: what } = state.waiting
    if (what === "action" || chance(40) === 0) break
    const question = questions.get(uuid)
    const given = question ? answerTo(question, language, chance) : null
    const next = handleEvent(chat, state, { type: "answer", uuid, given })
    if (next.effects.some(({ type }) => type === "refuse")) break
    ;({ state, effects } = next)
    turns.push({ answer: { uuid, value: state.answers[uuid] }, effects })
  }
  return { state, turns }
}

type Demo = {
  readonly community: string
  readonly script: string
  readonly authored: AuthoredScript
  readonly since: Date
  readonly until: Date
}

/** So many respondents between two days. Their tokens are kept by nobody: these links cannot be opened. */
export const addDemoConversations = async (
  change: Transaction<Tables>,
  { community, script, authored, since, until }: Demo,
  amount: number,
): Promise<void> => {
  const chat = compileScript(authored)
  const language = authored.language === "nl" ? "nl" : "en"
  const counts: Array<{ readonly at: Date; readonly counts: ReadonlyArray<StatisticsCount> }> = []
  const rows = Array.from({ length: amount }, (_, n) => {
    const chance = createRandom(`${authored.name} ${n}`)
    const metadata = { source: sources[chance(sources.length)] ?? "mail" }
    const { state, turns } = play(chat, language, `demo ${n}`, metadata, chance)
    const isFinished = state.ending !== null
    const started = new Date(since.getTime() + ((until.getTime() - since.getTime()) / amount) * n + chance(day / 2))
    const ended = new Date(started.getTime() + (turns.length - 1) * (8_000 + chance(20_000)))
    const counted = turns.map((turn, i) => ({ turn, isBegun: i === 0, isFinished: isFinished && i === turns.length - 1 }))
    counts.push({ at: ended, counts: counted.flatMap((it) => countTurn(authored, it)) })
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
      state: null,
      is_answered: hasAnyAnswer(state.answers),
      made_at: started,
      started_at: started,
      updated_at: ended,
      finished_at: isFinished ? ended : null,
    }
  })
  await change.insertInto("conversations").values(rows).execute()
  for (const [day, all] of Map.groupBy(counts, ({ at }) => at.toISOString().slice(0, 10)))
    await buildCountQuery(
      change,
      // One statement for all of a day.
      { script, conversation: randomUUID() },
      all.flatMap((it) => it.counts),
      new Date(day),
    )?.execute()
}
