// The conversation of a rehearsal: how it starts, takes answers and plays examples. The chat engine decides.
import type { AnswerProblem } from "../../domain/chat/answer-problem.ts"
import { type CompiledScript, compileScript } from "../../domain/chat/compiled-script.ts"
import { type EngineResult, handleEvent, type InstructionTrace } from "../../domain/chat/conversation-engine.ts"
import type { Turn } from "../../domain/chat/conversation-record.ts"
import type { ConversationEvent, ConversationState } from "../../domain/chat/conversation-state.ts"
import {
  beginTestConversation,
  parseCrmLines,
  parseMetadataLines,
  parseTypedAnswer,
  parseTypedOutcome,
} from "../../domain/chat/test-conversation.ts"
import { buildOutcomeEvent } from "../../domain/chat/typed-outcome.ts"
import type { Proof } from "../../domain/check/proofs.ts"
import type { SideMenu } from "../../domain/communities/side-menu.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import type { Example } from "../../domain/findings/finding.ts"
import { getOwnField } from "../../domain/json/json-value.ts"
import { getInstructionName } from "../../domain/script/instruction-name.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import type { StylePayload } from "../../domain/style/community-style.ts"
import type { Language } from "../../domain/text/language.ts"

/** A state of the conversation to return to. */
type RehearsalCheckpoint = {
  readonly state: ConversationState
  readonly turns: ReadonlyArray<Turn>
  readonly trace: ReadonlyArray<InstructionTrace>
}

/** What the chat page shows of a community beside the conversation. */
export type CommunityLook = { readonly name: string; readonly style: StylePayload; readonly sideMenu: SideMenu }

/** An answer that was refused; `uuid` is that of the instruction. */
type RefusedAnswer = { readonly uuid: string; readonly given: unknown; readonly refusal: AnswerProblem }

/** The context of a rehearsal. The chat engine decides what happens, and the chat page shows it. */
export type RehearsalContext = RehearsalCheckpoint & {
  /** The slug of the community, and the uuid of the script. */
  readonly community: string
  readonly uuid: string
  readonly script: AuthoredScript
  readonly chat: CompiledScript
  /** Returns a new seed, so that random choices differ in each conversation. */
  readonly newSeed: () => string
  /** The uuid of the instruction to start at; null for the first. */
  readonly startAt: string | null
  /** Preset answers by instruction uuid; preset metadata and CRM data, as lines of text. An example does not use them, and leaves them as they are. */
  readonly presets: Readonly<Record<string, string>>
  readonly metadata: string
  readonly crm: string
  readonly hasDelays: boolean
  /** The language that the script is played in. */
  readonly language: Language
  /** The last answer, if it was refused. */
  readonly refused: RefusedAnswer | null
  /** The conversation before each answer of the author, the latest last. */
  readonly checkpoints: ReadonlyArray<RehearsalCheckpoint>
  /** Whether the conversation plays an example. */
  readonly isExample: boolean
  /** The instructions to which answers were asked for last, and the script then; null if the conversation began otherwise. */
  readonly goal: RehearsalGoal | null
  /** Whether some answers lead to the goal; null while that is not known. */
  readonly proof: Proof | null
  /** Why there is no proof. */
  readonly proofFailure: Failure | null
  /** How often the conversation was replaced by another one, which the chat page then opens. */
  readonly run: number
  /** Whether the lines of this run appear one after the other from the start. */
  readonly isNewRun: boolean
  /** The number of the chat page's last answer. */
  readonly handled: number
  /** Null until it is loaded. */
  readonly look: CommunityLook | null
  /** Why it could not be loaded. */
  readonly lookFailure: Failure | null
}

/** The instructions that one conversation shall show, by their uuids. */
export type RehearsalGoal = { readonly script: AuthoredScript; readonly uuids: ReadonlyArray<string> }

/** `community` is the slug, `uuid` that of the script; `startAt` the uuid of the instruction to start at, null for the first. */
export type RehearsalInput = Pick<RehearsalContext, "community" | "uuid" | "script" | "newSeed" | "startAt">

/** What stays when another conversation begins. */
type RehearsalOptions = RehearsalInput & Pick<RehearsalContext, "presets" | "metadata" | "crm" | "hasDelays" | "language">

/** The part of the context that belongs to one conversation. */
type Conversation = Omit<RehearsalContext, "run" | "handled" | "look" | "lookFailure">

/** Returns the context of a rehearsal that begins. */
export const createContext = (input: RehearsalInput): RehearsalContext => ({
  ...startWithPresets({ ...input, presets: {}, metadata: "", crm: "", hasDelays: false, language: input.script.language }),
  run: 0,
  handled: 0,
  look: null,
  lookFailure: null,
})

/** Restarts with a script; a rehearsal in the script's own language follows a change of that language. */
export const restart = (
  context: RehearsalContext,
  { script, startAt }: Pick<RehearsalInput, "script" | "startAt">,
): Partial<RehearsalContext> =>
  replaceConversation(
    context,
    startWithPresets({
      ...pickOptions(context),
      script,
      startAt,
      language: context.language === context.script.language ? script.language : context.language,
    }),
  )

/** Restarts in a language. */
export const restartIn = (context: RehearsalContext, language: Language): Partial<RehearsalContext> =>
  replaceConversation(context, startWithPresets({ ...pickOptions(context), language }))

/** Returns to the conversation before the author's last answer. */
export const restoreCheckpoint = (context: RehearsalContext): Partial<RehearsalContext> =>
  replaceConversation(context, {
    ...context.checkpoints.at(-1),
    checkpoints: context.checkpoints.slice(0, -1),
    refused: null,
    isNewRun: false,
  })

/** Turns the typing delays on or off. Messages that are waiting for theirs are shown when they are turned off. */
export const switchDelays = (context: RehearsalContext, hasDelays: boolean): Partial<RehearsalContext> =>
  hasDelays ? { hasDelays } : replaceConversation(context, { hasDelays, isNewRun: false })

/** Shows the conversation again in the look of the community. */
export const applyLook = (context: RehearsalContext, look: CommunityLook): Partial<RehearsalContext> =>
  replaceConversation(context, { look, lookFailure: null, isNewRun: context.isNewRun && context.lookFailure === null })

const replaceConversation = ({ run }: RehearsalContext, conversation: Partial<RehearsalContext>): Partial<RehearsalContext> => ({
  ...conversation,
  run: run + 1,
})

const pickOptions = ({
  community,
  uuid,
  script,
  newSeed,
  startAt,
  presets,
  metadata,
  crm,
  hasDelays,
  language,
}: RehearsalContext): RehearsalOptions => ({ community, uuid, script, newSeed, startAt, presets, metadata, crm, hasDelays, language })

/** Returns a new conversation in which the answers of an example are given. */
export const playExample = (
  context: RehearsalContext,
  { script, example }: { readonly script: AuthoredScript; readonly example: Example },
): Partial<RehearsalContext> => {
  const options = { ...pickOptions(context), script, startAt: null, language: script.language }
  let played: Conversation = { ...startConversation(options, { metadata: example.metadata }), isExample: true, isNewRun: false }
  for (;;) {
    const { chat, state } = played
    const instruction = chat.list[state.next - 1]?.instruction
    const given = instruction === undefined ? undefined : getOwnField(example.answers, getInstructionName(instruction))
    if (state.waiting === null || instruction === undefined || given === undefined) break
    const event = state.waiting.for === "answer" ? buildAnswerEvent(played, given) : buildOutcomeEvent(instruction, given)
    played = { ...played, ...applyEvent(played, event) }
    // The answer is refused, because the script was changed since the check.
    if (played.state === state) break
  }
  return replaceConversation(context, played)
}

/** Returns a new conversation with the presets of the author. */
const startWithPresets = (options: RehearsalOptions): Conversation =>
  startConversation(options, {
    typed: options.presets,
    metadata: parseMetadataLines(options.metadata),
    crm: parseCrmLines(options.crm),
  })

/** What is known when a conversation starts: answers as they are typed, metadata and CRM values. */
type KnownAtStart = {
  readonly typed?: RehearsalOptions["presets"]
  readonly metadata: Readonly<Record<string, unknown>>
  readonly crm?: ReturnType<typeof parseCrmLines>
}

const startConversation = (options: RehearsalOptions, { typed = {}, metadata, crm = {} }: KnownAtStart): Conversation => {
  const { script, newSeed, startAt, language } = options
  const chat = compileScript(script)
  const first = beginTestConversation(chat, { seed: newSeed(), from: startAt, typed, language, metadata, crm })
  return {
    ...options,
    chat,
    state: first.state,
    trace: first.traces,
    turns: [createTurn(null, first)],
    refused: null,
    checkpoints: [],
    isExample: false,
    goal: null,
    proof: null,
    proofFailure: null,
    isNewRun: true,
  }
}

/** Plays the answers that lead to the goal; if there are none, the conversation stays as it is. */
export const applyProof = (context: RehearsalContext, proof: Proof): Partial<RehearsalContext> => {
  const { goal } = context
  if (goal === null || proof._tag !== "Possible") return { proof }
  return { ...playExample(context, { script: goal.script, example: proof.example }), goal, proof }
}

/** Applies an event to the conversation. A refused one only sets the reason; the same question stays open. */
export const applyEvent = (
  context: Conversation,
  event: ConversationEvent | null,
  checkpoints?: RehearsalContext["checkpoints"],
): Partial<Conversation> => {
  if (event === null) return {}
  const { chat, state, turns, trace } = context
  const result = handleEvent(chat, state, event)
  const [first] = result.effects
  if (first?.type === "refuse")
    return { refused: { uuid: event.uuid, given: event.type === "answer" ? event.given : null, refusal: first.problem } }
  return {
    state: result.state,
    trace: [...trace, ...result.traces],
    turns: [...turns, createTurn(event, result)],
    refused: null,
    checkpoints: checkpoints ?? [...context.checkpoints, { state, turns, trace }],
  }
}

const createTurn = (event: ConversationEvent | null, { state, effects }: EngineResult): Turn => ({
  answer: event?.type === "answer" ? { uuid: event.uuid, value: getOwnField(state.answers, event.uuid) ?? null } : null,
  effects,
})

/** Gives the preset answer to the open question. If it is refused, the chat page shows the answer and the reason at the question. */
export const answerPreset = (context: RehearsalContext): Partial<RehearsalContext> => {
  const given = parseTypedAnswer(currentQuestion(context), currentPreset(context))
  const answered = applyEvent(context, buildAnswerEvent(context, given), context.checkpoints)
  return answered.refused ? replaceConversation(context, { ...answered, isNewRun: false }) : answered
}

/** Returns the event of an answer to the open question; null if none is open. */
export const buildAnswerEvent = ({ state: { waiting } }: Pick<RehearsalContext, "state">, given: unknown): ConversationEvent | null =>
  waiting?.for === "answer" ? { type: "answer", uuid: waiting.uuid, given } : null

/** Returns the event of a typed outcome of the open action; null if none is open. */
export const buildTypedOutcomeEvent = ({ chat, state }: RehearsalContext, outcome: string, fields: string): ConversationEvent | null => {
  const instruction = chat.list[state.next - 1]?.instruction
  return state.waiting?.for === "action" && instruction !== undefined
    ? buildOutcomeEvent(instruction, parseTypedOutcome(instruction, outcome, fields))
    : null
}

const currentQuestion = ({ chat, state }: RehearsalContext) => chat.list[state.next - 1]?.instruction.question ?? null

/** The preset answer of the open question, "" if there is none. */
export const currentPreset = ({ presets, state: { waiting } }: RehearsalContext): string =>
  waiting !== null && Object.hasOwn(presets, waiting.uuid) ? (presets[waiting.uuid] ?? "").trim() : ""
