// The respondents' chat (adapters/contract/public-page-contract.ts): opened, answered and watched by whoever has the pass of a conversation.

import type { Transaction } from "kysely"
import type { AnswerProblem } from "../../../domain/chat/answer-problem.ts"
import {
  type ConversationRecord,
  computeProgress,
  isAnswerAwaited,
  isAnsweredDifferently,
  replayTurns,
  type Turn,
} from "../../../domain/chat/conversation-record.ts"
import type { ConversationEffect } from "../../../domain/chat/conversation-state.ts"
import type {
  ConversationUpdate,
  OpenedConversation,
  RespondentEffect,
  RespondentTurn as ToldTurn,
} from "../../../domain/chat/respondent-view.ts"
import { maxEventBytes } from "../../../domain/conversations/conversation-limits.ts"
import * as contract from "../../contract/public-page-contract.ts"
import { answerFileUploadEndpoint } from "../answer-files/answer-file-endpoints.ts"
import { areOwnFiles, attachAnswerFiles } from "../answer-files/answer-file-repository.ts"
import { getSideMenu, getStyle } from "../communities/style-endpoints.ts"
import type { CommitWith } from "../database/pipelining-driver.ts"
import type { Tables } from "../database/tables.ts"
import { type EndpointHandler, publicEndpoint } from "../http/endpoint-handler.ts"
import { HttpError, notFound, validationFailed } from "../http/http-error.ts"
import type { PreparedScript } from "../scripts/script-revisions.ts"
import type { ServerContext } from "../server-context.ts"
import { findLiveScript } from "./conversation-access.ts"
import {
  type AccessAttempt,
  type ConversationRow,
  computeFirstTurn,
  createAnonymousConversation,
  ensureStarted,
  findConversationByAccessKey,
  guardAccessKey,
  handleEvent,
  type LockedConversation,
  loadRecord,
  lockConversation,
  requireLiveScript,
  type StartOptions,
  UnknownAccessKey,
} from "./conversation-progress.ts"

// A conversation as its respondent sees it: what actions call stays with the server.

const toVisibleEffects = (effect: ConversationEffect): ReadonlyArray<RespondentEffect> => {
  if (effect.type === "refuse") return []
  if (effect.type !== "act") return [effect]
  const { action, ...seen } = effect
  return [{ ...seen, action: action.type }]
}

const toVisibleTurn = ({ answer, effects }: Turn): ToldTurn => ({ answer, effects: effects.flatMap(toVisibleEffects) })

/** How far a conversation has come, with the turns that a page does not have yet; `newest` is the last one, where it was just made. */
export const buildProgress = ({ chat }: PreparedScript, record: ConversationRecord, after: number, newest?: Turn): ConversationUpdate => {
  const total = record.events.length + 1
  // A page that kept up is not played everything again.
  const turns = newest !== undefined && after === total - 1 ? [newest] : replayTurns(chat, record).slice(after)
  return { turns: turns.map(toVisibleTurn), total, waiting: record.state.waiting, progress: computeProgress(chat, record.state) }
}

/** More than other calls bring: the longest answer, or the longest address. */
const respondentBodyLimit = { bodyLimit: maxEventBytes }

type Opening = (typeof contract.openChat)["payload"]["Type"]

/** A token that a page makes itself has as much chance in it as one of ours. */
const minOwnTokenLength = 22

const beginAnonymous = (
  context: ServerContext,
  { pass, ...address }: Opening,
  chat: NonNullable<Opening["anonymous"]>,
): Promise<ConversationRow> =>
  context.database.transact(async (change) => {
    if (pass.length < minOwnTokenLength)
      throw validationFailed({ field: "pass", message: `A token has ${minOwnTokenLength} characters at least.` })
    const script = await findLiveScript(change, chat)
    await createAnonymousConversation(change, { pass, script }, context.now())
    await ensureStarted(context, change, await lockConversation(context, change, pass), address)
    const row = await findConversationByAccessKey(change, pass)
    if (row === undefined) throw notFound()
    return row
  })

const open = publicEndpoint(
  contract.openChat,
  async (context, { payload, request }) => {
    const { database, crowd, now } = context
    const { pass, anonymous, ...address } = payload
    const row = await guardAccessKey(context, { accessKey: pass, ip: request.ip }, async () => {
      const found = await findConversationByAccessKey(database.db, pass)
      if (found === undefined) {
        if (anonymous === undefined) throw new UnknownAccessKey()
        await crowd.count("begin", request.ip, now())
        return beginAnonymous(context, payload, anonymous)
      }
      if (anonymous !== undefined && found.script_id !== anonymous.script.toLowerCase()) throw notFound()
      // All of it is played again.
      crowd.countAnswer(found.id, now())
      return found
    })
    return wakeForWaitingAction(context, await buildOpenedChat(context, row, address))
  },
  respondentBodyLimit,
)

const buildOpenedChat = async (
  { database: { db }, loadPreparedScript }: ServerContext,
  row: ConversationRow,
  address: StartOptions,
): Promise<OpenedConversation> => {
  const about = await db
    .selectFrom("scripts")
    .innerJoin("communities", "communities.id", "scripts.community_id")
    .select(["scripts.id", "scripts.community_id", "scripts.status", "scripts.public_name", "communities.name", "communities.slug"])
    .where("scripts.id", "=", row.script_id)
    .executeTakeFirst()
  requireLiveScript(about, { isPartOf: true })
  if (about === undefined) throw notFound()
  const { script, record } = await loadRecord(loadPreparedScript, db, row)
  const shown = record ?? computeFirstTurn(row, script, address).record
  return {
    ...buildProgress(script, shown, 0),
    community: { name: about.name, slug: about.slug },
    script: { uuid: about.id, title: about.public_name, language: script.authored.language },
    language: shown.state.language,
    isBegun: record !== null,
    style: await getStyle(db, about.community_id),
    sideMenu: await getSideMenu(db, about.community_id),
  }
}

const refused = ({ key, values }: AnswerProblem) => new HttpError(422, { message: key, values })

/** A respondent waits for it: it is begun at once. */
const wakeForWaitingAction = <Reached extends ConversationUpdate>({ wakeJobRunner }: ServerContext, reached: Reached): Reached => {
  if (reached.waiting?.for === "action") wakeJobRunner()
  return reached
}

/** A change to the conversation of a pass, which is held meanwhile. */
const changeConversation = <A>(
  context: ServerContext,
  asker: AccessAttempt,
  work: (change: Transaction<Tables>, held: LockedConversation, end: CommitWith) => Promise<A>,
): Promise<A> => {
  // A change may be done again: it is asked for once.
  let isCounted = false
  return guardAccessKey(context, asker, () =>
    context.database.transact(async (change, end) => {
      const held = await lockConversation(context, change, asker.accessKey)
      if (!isCounted) context.crowd.countAnswer(held.row.id, context.now())
      isCounted = true
      return work(change, held, end)
    }),
  )
}

const answer = publicEndpoint(
  contract.giveAnswer,
  async (context, { request: { ip }, payload: { pass, uuid: instruction, given, after, ...address } }) => {
    const reached = await changeConversation(context, { accessKey: pass, ip }, async (change, held, end) => {
      if (isAnswerAwaited(held.record, instruction) && !(await areOwnFiles(change, held, { instruction, given })))
        throw refused({ key: "answer.file", values: {} })
      const { record, turn } = await ensureStarted(context, change, held, address)
      const next = await handleEvent(context, change, { ...held, record }, { type: "answer", uuid: instruction, given }, async (last) => {
        await attachAnswerFiles(change, held, { instruction, given }, context.now())
        return end(last)
      })
      if (next?.type === "refused") throw refused(next.problem)
      if (next !== null) return { ...buildProgress(held.script, next.record, after, next.turn), isOvertaken: false }
      const isOvertaken = isAnsweredDifferently(held.script.chat, record, { uuid: instruction, given })
      return { ...buildProgress(held.script, record, after, turn), isOvertaken }
    })
    return wakeForWaitingAction(context, reached)
  },
  respondentBodyLimit,
)

const watch = publicEndpoint(
  contract.pollChat,
  async (context, { request: { ip }, payload: { pass, after, ...address } }) => {
    const reached = await changeConversation(context, { accessKey: pass, ip }, async (change, held, end) => {
      const { record, turn } = await ensureStarted(context, change, held, address, end)
      return buildProgress(held.script, record, after, turn)
    })
    return wakeForWaitingAction(context, reached)
  },
  respondentBodyLimit,
)

export const chatEndpoints: ReadonlyArray<EndpointHandler> = [open, answer, watch, answerFileUploadEndpoint]
