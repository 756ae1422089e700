// Values that conditions and recalls can name at one point of a conversation, and questions as respondents see them.
import type { AnswerFacets, ConditionValue, Environment, Score } from "../conditions/condition-value.ts"
import { getOwnField } from "../json/json-value.ts"
import type { Question } from "../questions/question.ts"
import { localizeQuestion } from "../questions/question-texts.ts"
import { fillQuestion, type RecallCounter } from "../recall/recall-filling.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import { toNameKey } from "../script/instruction-name.ts"
import { createScore } from "../script/score-bounds.ts"
import { getAnswerFacets, getScoreFacets } from "./answer-facets.ts"
import type { CompiledInstruction, CompiledScript } from "./compiled-script.ts"
import type { ConversationState } from "./conversation-state.ts"

/**
 * Builds the environment of conditions and recalls. Instructions are processed in script order because the text of a
 * choice can recall an earlier answer.
 */
export const buildEnvironment = (chat: CompiledScript, state: ConversationState): Environment =>
  buildRunEnvironment(chat, state).environment

/**
 * The environment of one run of a conversation, which only the scores that it reaches change. `score` is that of the answers before the run, and
 * `scoreFacets` what conditions and recalls see of it.
 */
export type RunEnvironment = {
  readonly environment: Environment
  readonly score: Score
  readonly scoreFacets: AnswerFacets
  readonly reachScore: (score: CompiledInstruction) => void
}

/** Builds the environment of the run that begins in a state. */
export type BuildRunEnvironment = (chat: CompiledScript, state: ConversationState) => RunEnvironment

/** Builds the environment of a run. `reachScore` adds a score: building the environment again for each score would take quadratic time. */
export const buildRunEnvironment: BuildRunEnvironment = (chat, state) => {
  const filled = createFilledEnvironment(chat, state)
  const isEmpty = state.visited.length === 0 && Object.keys(state.answers).length === 0 && Object.keys(state.actions).length === 0
  if (!isEmpty) filled.fill(state, chat.list.length)
  return filled.startRun()
}

/**
 * Returns a function that builds the environments of the runs of one conversation, in their order. Each goes on with the environment of the run
 * before, so that all of them together take time in proportion to the length of the script.
 */
export const createRunEnvironments = (): BuildRunEnvironment => {
  let last: { readonly crm: ConversationState["crm"]; readonly filled: FilledEnvironment; readonly canGoOn: boolean } | null = null
  return (chat, state) => {
    // Earlier texts may recall a value of the CRM, and an instruction with the UUID of another one has its answer.
    if (last !== null && (!last.canGoOn || last.crm !== state.crm)) last = null
    last ??= { crm: state.crm, filled: createFilledEnvironment(chat, state), canGoOn: hasUniqueUuids(chat) }
    // Nothing has happened yet at the instruction that waits, and at those after it.
    const end = state.waiting === null ? state.next : state.next - 1
    last.filled.fill(state, last.canGoOn ? end : chat.list.length)
    return last.filled.startRun()
  }
}

const hasUniqueUuids = ({ list }: CompiledScript): boolean => new Set(list.map(({ instruction }) => instruction.uuid)).size === list.length

const knownKeys = new WeakMap<CompiledScript["instructionsByName"], ReadonlyMap<Instruction, string>>()

/** Returns the names by which the values of instructions are found; of several with the same name, only the first one has values. */
const getKeys = (byName: CompiledScript["instructionsByName"]): ReadonlyMap<Instruction, string> => {
  const keys = knownKeys.get(byName) ?? new Map([...byName].map(([key, instruction]) => [instruction, key]))
  knownKeys.set(byName, keys)
  return keys
}

/** Creates a function that looks up a field. An index of the fields makes many lookups fast, and takes longer to build than a few of them. */
const createLookup = <Value>(fields: Readonly<Record<string, Value>>, count: number): ((key: string) => Value | undefined) => {
  if (count < 16) return (key) => getOwnField(fields, key)
  const index = new Map(Object.entries(fields))
  return (key) => index.get(key)
}

type FilledEnvironment = {
  /** Adds the values of the instructions up to index `end`, from where the last call stopped. */
  readonly fill: (state: ConversationState, end: number) => void
  readonly startRun: () => RunEnvironment
}

/** Creates an environment that has no answers yet, and adds up their scores when they are filled in. */
const createFilledEnvironment = (
  { list, instructionsByName }: CompiledScript,
  { language, metadata, crm }: ConversationState,
): FilledEnvironment => {
  const answers = new Map<string, AnswerFacets>()
  const actions = new Map<string, ReadonlyMap<string, ConditionValue>>()
  const environment = { answers, actions, metadata: new Map(Object.entries(metadata)), crm: new Map(Object.entries(crm)) }
  const visited = new Set<string>()
  const recalls = { used: 0 }
  let [position, visitedCount, sum, answered] = [0, 0, 0, 0]
  /** Those of the answers so far; null until a score needs them, because a script may have thousands of scores. */
  let scoreFacets: AnswerFacets | null = null
  const getFacetsOfScore = (): AnswerFacets => (scoreFacets ??= getScoreFacets(createScore(sum, answered), language))
  const keys = getKeys(instructionsByName)
  const addAnswer = (key: string, question: Question, value: ConditionValue): void => {
    const facets = getAnswerFacets(fillQuestion(question, environment, recalls), value, language)
    answers.set(key, facets)
    // [E4] Answers without a score do not count.
    if (typeof facets.score !== "number") return
    sum += facets.score
    answered++
    scoreFacets = null
  }
  return {
    fill: (state, end) => {
      for (; visitedCount < state.visited.length; visitedCount++) visited.add(state.visited[visitedCount] ?? "")
      const findAnswer = createLookup(state.answers, end - position)
      const findResults = createLookup(state.actions, end - position)
      for (; position < end; position++) {
        const compiled = list[position]
        if (compiled === undefined) return
        const { uuid, question } = compiled.instruction
        const value = question ? findAnswer(uuid) : undefined
        const results = findResults(uuid)
        // [C15] A score counts the answers before it, and has a value once it was reached.
        const isReachedScore = visited.has(uuid) && getInstructionKind(compiled.instruction) === "score"
        if (value === undefined && results === undefined && !isReachedScore) continue
        const key = keys.get(compiled.instruction)
        if (key === undefined) continue
        if (value !== undefined && question) addAnswer(key, question, value)
        if (isReachedScore) answers.set(key, getFacetsOfScore())
        if (results !== undefined) actions.set(key, new Map(Object.entries(results)))
      }
    },
    startRun: () => {
      const facets = getFacetsOfScore()
      return {
        environment,
        score: createScore(sum, answered),
        scoreFacets: facets,
        reachScore: ({ instruction }) => {
          const key = keys.get(instruction)
          if (key !== undefined) answers.set(key, facets)
        },
      }
    },
  }
}

/** A value for display in the editor's test: `reference` as in conditions, `text` as recalls print it. */
export type NamedValue = { readonly reference: string; readonly value: ConditionValue; readonly text: ConditionValue }

/** Returns all named values: answers in script order, then outcomes of actions, then metadata and CRM values. */
export const listNamedValues = (chat: CompiledScript, state: ConversationState): ReadonlyArray<NamedValue> => {
  const { answers, actions, metadata, crm } = buildEnvironment(chat, state)
  const answerValues = chat.list.flatMap(({ name }): ReadonlyArray<NamedValue> => {
    const answer = answers.get(toNameKey(name))
    return answer === undefined ? [] : [{ reference: name, value: answer.value, text: answer.text }]
  })
  const outcomes = [...actions].flatMap(([name, results]) =>
    [...results].map(([key, value]) => ({ reference: `actions.${name}${key === "" ? "" : `.${key}`}`, value, text: value })),
  )
  const listValues = (root: string, values: ReadonlyMap<string, ConditionValue>) =>
    [...values].map(([key, value]) => ({ reference: `${root}.${key}`, value, text: value }))
  return [...answerValues, ...outcomes, ...listValues("metadata", metadata), ...listValues("crm", crm)]
}

/**
 * Returns the question as the respondent sees it, which is also the form that the answer is validated against: in the
 * conversation's language, with its recalls filled in, choices in script order.
 */
export const renderQuestion = (
  question: Question,
  chat: Pick<CompiledScript, "language">,
  state: Pick<ConversationState, "language">,
  environment: Environment,
  recalls?: RecallCounter,
): Question => localizeQuestion(fillQuestion(question, environment, recalls), { language: chat.language, locale: state.language })
