// Endpoints of the respondents' chat: open, answer and poll, authorized by the conversation's access key.

import type { Transaction } from "kysely"
import type { AnswerProblem } from "../../../domain/chat/answer-problem.ts"
import {
  type ConversationRecord,
  computeProgress,
  isAnswerAwaited,
  isAnsweredDifferently,
  type Turn,
} from "../../../domain/chat/conversation-record.ts"
import { type ConversationUpdate, type OpenedConversation, toRespondentTurn } from "../../../domain/chat/respondent-view.ts"
import { maxEventBytes } from "../../../domain/conversations/conversation-limits.ts"
import { isShortCode, normalizeAccessKey } from "../../../domain/links/respondent-urls.ts"
import { getTitleIn } from "../../../domain/script/title.ts"
import * as contract from "../../contract/public-page-contract.ts"
import { answerFileUploadEndpoint } from "../answer-files/answer-file-endpoints.ts"
import { areOwnFiles, attachAnswerFiles } from "../answer-files/answer-file-repository.ts"
import { getPublicStyle, getSideMenu } from "../communities/style-endpoints.ts"
import type { CommitWith } from "../database/pipelining-driver.ts"
import type { Tables } from "../database/tables.ts"
import { type EndpointHandler, publicEndpoint } from "../http/endpoint-handler.ts"
import { HttpError, notFound } from "../http/http-error.ts"
import { loadPublishedScript, type PreparedScript } from "../scripts/script-revisions.ts"
import type { ServerContext } from "../server-context.ts"
import { buildUnstoredRow, createAnonymousConversation, signStart } from "./anonymous-conversation.ts"
import { findLiveScript } from "./conversation-access.ts"
import {
  type AccessAttempt,
  computeFirstRecord,
  computeNextTurns,
  findConversationByAccessKey,
  guardAccessKey,
  type LockedConversation,
  loadRecord,
  lockConversation,
  requireLiveScript,
  type StartOptions,
  saveTurns,
  UnknownAccessKey,
} from "./conversation-progress.ts"
import { replayInParts } from "./conversation-replay.ts"
import type { ConversationRow } from "./conversation-repository.ts"

/**
 * Returns the progress and the turns that the page lacks; `newest`, the turn just made, avoids a replay if it is the
 * only one.
 */
const buildProgress = async (
  { chat }: PreparedScript,
  record: ConversationRecord,
  after: number,
  newest?: Turn,
): Promise<ConversationUpdate> => {
  const total = record.events.length + 1
  const turns = newest !== undefined && after === total - 1 ? [newest] : (await replayInParts(chat, record)).slice(after)
  return { turns: turns.map(toRespondentTurn), total, waiting: record.state.waiting, progress: computeProgress(chat, record.state) }
}

/** Larger than the default: the longest answer, or the parameters of the longest address. */
const respondentBodyLimit = { bodyLimit: maxEventBytes }

const openChat = publicEndpoint(
  contract.openChat,
  async (context, { payload: { pass, anonymous, ...startOptions }, request: { ip } }) => {
    const { database, rateLimits, now } = context
    const attempt = { accessKey: pass, ip, anonymous }
    const opened = await guardAccessKey(context, attempt, async () => {
      const existing = await findConversationByAccessKey(database.db, pass)
      if (existing === undefined) return openNewConversation(context, attempt, startOptions)
      if (anonymous !== undefined && existing.script_id !== anonymous.script.toLowerCase())
        throw isShortCode(normalizeAccessKey(pass)) ? new UnknownAccessKey() : notFound()
      // Counted, because opening replays the whole conversation.
      rateLimits.countAnswer(existing.id, now())
      return buildOpenedChat(context, existing, startOptions)
    })
    return opened.isBegun ? wakeForWaitingAction(context, opened) : opened
  },
  respondentBodyLimit,
)

/** [E10] Opens an anonymous conversation without storing it: the first answer, or the respondent's confirmation, does that. */
const openNewConversation = async (
  { database, loadPreparedScript, rateLimits, secret, now }: ServerContext,
  { accessKey: token, ip, anonymous }: ChatAttempt,
  startOptions: StartOptions,
): Promise<OpenedConversation> => {
  if (anonymous === undefined || isShortCode(normalizeAccessKey(token))) throw new UnknownAccessKey()
  rateLimits.countOpening(ip, now())
  const script = await findLiveScript(database.db, anonymous)
  const unstored = buildUnstoredRow({ token, script }, now())
  const opened = await buildOpenedChat({ database, loadPreparedScript }, unstored, startOptions)
  return { ...opened, start: signStart(secret, { token, script: script.id, revision: script.revision }) }
}

const buildOpenedChat = async (
  { database, loadPreparedScript }: Pick<ServerContext, "database" | "loadPreparedScript">,
  row: ConversationRow,
  startOptions: StartOptions,
): Promise<OpenedConversation> => {
  const { db } = database
  const scriptRow = await db
    .selectFrom("scripts")
    .innerJoin("communities", "communities.id", "scripts.community_id")
    .select(["scripts.id", "scripts.community_id", "scripts.status", "scripts.revision", "scripts.live_revision"])
    .select(["communities.name", "communities.slug"])
    .where("scripts.id", "=", row.script_id)
    .executeTakeFirst()
  requireLiveScript(scriptRow, { hasAccessKey: true })
  if (scriptRow === undefined) throw notFound()
  const { script, record } = await loadRecord(loadPreparedScript, db, row)
  const current = record ?? computeFirstRecord(row, script, startOptions)
  const published = await loadPublishedScript({ database, loadPreparedScript }, scriptRow)
  return {
    ...(await buildProgress(script, current, 0)),
    community: { name: scriptRow.name, slug: scriptRow.slug },
    script: { uuid: scriptRow.id, ...getTitleIn(published ?? script.authored, current.state.language) },
    language: current.state.language,
    isBegun: record !== null,
    style: await getPublicStyle(db, scriptRow.community_id),
    sideMenu: await getSideMenu(db, scriptRow.community_id),
  }
}

const answerRejected = ({ key, values }: AnswerProblem) => new HttpError(422, { message: key, values })

/** Starts a pending action immediately, because the respondent waits for it. */
const wakeForWaitingAction = <Update extends ConversationUpdate>({ wakeJobRunner }: ServerContext, update: Update): Update => {
  if (update.waiting?.for === "action") wakeJobRunner()
  return update
}

/** An access attempt; `anonymous` permits it to start a conversation. */
type ChatAttempt = AccessAttempt & { readonly anonymous: contract.AnonymousStart | undefined }

type LockedWork<A> = (trx: Transaction<Tables>, conversation: LockedConversation, commitWith: CommitWith) => Promise<A>

/** Runs `work` in a transaction that locks the conversation of the access key, and stores an anonymous one if there is none. */
const withLockedConversation = <A>(context: ServerContext, attempt: ChatAttempt, work: LockedWork<A>): Promise<A> => {
  // A transaction may be retried, but the request counts once against the rate limit.
  let isCounted = false
  const countedWork: LockedWork<A> = (trx, conversation, commitWith) => {
    if (!isCounted) context.rateLimits.countAnswer(conversation.row.id, context.now())
    isCounted = true
    return work(trx, conversation, commitWith)
  }
  return guardAccessKey(context, attempt, async () => {
    try {
      return await context.database.transact(async (trx, commitWith) =>
        countedWork(trx, await lockConversation(context, trx, attempt.accessKey), commitWith),
      )
    } catch (error) {
      const canStart = attempt.anonymous !== undefined && !isShortCode(normalizeAccessKey(attempt.accessKey))
      if (!(error instanceof UnknownAccessKey && canStart)) throw error
    }
    return startLockedConversation(context, attempt, countedWork)
  })
}

/** Stores an anonymous conversation and runs `work` in the same transaction, so that nothing is stored if it fails. */
const startLockedConversation = async <A>(context: ServerContext, attempt: ChatAttempt, work: LockedWork<A>): Promise<A> => {
  const { accessKey: token, ip, anonymous } = attempt
  if (anonymous === undefined) throw new UnknownAccessKey()
  context.requireSpaceForRespondents()
  await context.rateLimits.count("begin", ip, context.now())
  // Before it is counted: a counter is a row, and anyone can invent names of chats.
  const { id: script } = await findLiveScript(context.database.db, anonymous)
  await context.rateLimits.countForDay("starts", { script, ip }, 1, context.now())
  return context.database.transact(async (trx, commitWith) => {
    await createAnonymousConversation(context, trx, { ...anonymous, token })
    return work(trx, await lockConversation(context, trx, token), commitWith)
  })
}

const giveAnswer = publicEndpoint(
  contract.giveAnswer,
  async (context, { request: { ip }, payload: { pass, anonymous, uuid: instruction, given, after, ...startOptions } }) => {
    const update = await withLockedConversation(context, { accessKey: pass, ip, anonymous }, async (trx, conversation, commitWith) => {
      if (isAnswerAwaited(conversation.record, instruction) && !(await areOwnFiles(trx, conversation, { instruction, given })))
        throw answerRejected({ key: "answer.file", values: {} })
      const computed = computeNextTurns(conversation, startOptions, { type: "answer", uuid: instruction, given })
      if (computed.type === "refused") throw answerRejected(computed.problem)
      const { record, turns, isHandled } = computed
      if (isHandled) await attachAnswerFiles(trx, conversation, { instruction, given }, context.now())
      await saveTurns(context, trx, conversation, turns, commitWith)
      const isOvertaken = !isHandled && isAnsweredDifferently(conversation.script.chat, record, { uuid: instruction, given })
      return { ...(await buildProgress(conversation.script, record, after, turns.at(-1)?.turn)), isOvertaken }
    })
    return wakeForWaitingAction(context, update)
  },
  respondentBodyLimit,
)

const pollChat = publicEndpoint(
  contract.pollChat,
  async (context, { request: { ip }, payload: { pass, anonymous, after, ...startOptions } }) => {
    const update = await withLockedConversation(context, { accessKey: pass, ip, anonymous }, async (trx, conversation, commitWith) => {
      const computed = computeNextTurns(conversation, startOptions, null)
      if (computed.type === "refused") throw answerRejected(computed.problem)
      await saveTurns(context, trx, conversation, computed.turns, commitWith)
      return buildProgress(conversation.script, computed.record, after, computed.turns.at(-1)?.turn)
    })
    return wakeForWaitingAction(context, update)
  },
  respondentBodyLimit,
)

export const chatEndpoints: ReadonlyArray<EndpointHandler> = [openChat, giveAnswer, pollChat, answerFileUploadEndpoint]
