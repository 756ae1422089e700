// The respondents' chat (adapters/contract/public-page-contract.ts): opened, answered and watched by whoever has the pass of a conversation.

import type { Transaction } from "kysely"
import type { Problem } from "../../../domain/chat/answer-problem.ts"
import {
  type ChatRecord,
  isAnsweredOtherwise,
  isAwaited,
  progressOf,
  type Turn,
  turnsOf,
} from "../../../domain/chat/conversation-record.ts"
import type { Effect } from "../../../domain/chat/conversation-state.ts"
import type { Opened, Progressed, Told, Turn as ToldTurn } from "../../../domain/chat/respondent-view.ts"
import { mostSaidBytes } from "../../../domain/conversations/conversation-limits.ts"
import * as contract from "../../contract/public-page-contract.ts"
import { keepFileCall } from "../answer-files/answer-file-endpoints.ts"
import { keepGiven, ownsFiles } from "../answer-files/answer-file-repository.ts"
import { sideMenuOf, styleOf } from "../communities/style-endpoints.ts"
import type { EndWith } from "../database/pipelining-driver.ts"
import type { Tables } from "../database/tables.ts"
import { anybody, type Call } from "../http/endpoint-handler.ts"
import { missing, Trouble, violated } from "../http/http-error.ts"
import type { PreparedScript } from "../scripts/script-revisions.ts"
import type { House } from "../server-context.ts"
import { liveChat } from "./conversation-access.ts"
import {
  type Address,
  type Asker,
  addConversation,
  beginningOf,
  begun,
  type ConversationRow,
  findByPass,
  goOn,
  type Held,
  hold,
  recordIn,
  refuseUnlessLive,
  WrongPass,
  withPass,
} from "./conversation-progress.ts"

// A conversation as its respondent sees it: what actions call stays with the server.

const shownEffect = (effect: Effect): ReadonlyArray<Told> => {
  if (effect.type === "refuse") return []
  if (effect.type !== "act") return [effect]
  const { action, ...seen } = effect
  return [{ ...seen, action: action.type }]
}

const shownTurn = ({ answer, effects }: Turn): ToldTurn => ({ answer, effects: effects.flatMap(shownEffect) })

/** How far a conversation has come, with the turns that a page does not have yet; `newest` is the last one, where it was just made. */
export const progressed = ({ chat }: PreparedScript, record: ChatRecord, after: number, newest?: Turn): Progressed => {
  const total = record.events.length + 1
  // A page that kept up is not played everything again.
  const turns = newest !== undefined && after === total - 1 ? [newest] : turnsOf(chat, record).slice(after)
  return { turns: turns.map(shownTurn), total, waiting: record.state.waiting, progress: progressOf(chat, record.state) }
}

/** More than other calls bring: the longest answer, or the longest address. */
const said = { bodyLimit: mostSaidBytes }

type Opening = (typeof contract.openChat)["payload"]["Type"]

/** A token that a page makes itself has as much chance in it as one of ours. */
const leastOwnPass = 22

const beginAnonymous = (house: House, { pass, ...address }: Opening, chat: NonNullable<Opening["anonymous"]>): Promise<ConversationRow> =>
  house.database.transact(async (change) => {
    if (pass.length < leastOwnPass) throw violated({ field: "pass", message: `A token has ${leastOwnPass} characters at least.` })
    const script = await liveChat(change, chat)
    await addConversation(change, { pass, script }, house.now())
    await begun(house, change, await hold(house, change, pass), address)
    const row = await findByPass(change, pass)
    if (row === undefined) throw missing()
    return row
  })

const open = anybody(
  contract.openChat,
  async (house, { payload, request }) => {
    const { database, crowd, now } = house
    const { pass, anonymous, ...address } = payload
    const row = await withPass(house, { pass, ip: request.ip }, async () => {
      const found = await findByPass(database.db, pass)
      if (found === undefined) {
        if (anonymous === undefined) throw new WrongPass()
        await crowd.count("begin", request.ip, now())
        return beginAnonymous(house, payload, anonymous)
      }
      if (anonymous !== undefined && found.script_id !== anonymous.script.toLowerCase()) throw missing()
      // All of it is played again.
      crowd.countAnswer(found.id, now())
      return found
    })
    return beginWaitedFor(house, await opened(house, row, address))
  },
  said,
)

const opened = async ({ database: { db }, prepared }: House, row: ConversationRow, address: Address): Promise<Opened> => {
  const about = await db
    .selectFrom("scripts")
    .innerJoin("communities", "communities.id", "scripts.community_id")
    .select(["scripts.id", "scripts.community_id", "scripts.status", "scripts.public_name", "communities.name", "communities.slug"])
    .where("scripts.id", "=", row.script_id)
    .executeTakeFirst()
  refuseUnlessLive(about, { isPartOf: true })
  if (about === undefined) throw missing()
  const { script, record } = await recordIn(prepared, db, row)
  const shown = record ?? beginningOf(row, script, address).record
  return {
    ...progressed(script, shown, 0),
    community: { name: about.name, slug: about.slug },
    script: { uuid: about.id, title: about.public_name, language: script.authored.language },
    language: shown.state.language,
    isBegun: record !== null,
    style: await styleOf(db, about.community_id),
    sideMenu: await sideMenuOf(db, about.community_id),
  }
}

const refused = ({ key, values }: Problem) => new Trouble(422, { message: key, values })

/** A respondent waits for it: it is begun at once. */
const beginWaitedFor = <Reached extends Progressed>({ wake }: House, reached: Reached): Reached => {
  if (reached.waiting?.for === "action") wake()
  return reached
}

/** A change to the conversation of a pass, which is held meanwhile. */
const changing = <A>(
  house: House,
  asker: Asker,
  work: (change: Transaction<Tables>, held: Held, end: EndWith) => Promise<A>,
): Promise<A> => {
  // A change may be done again: it is asked for once.
  let isCounted = false
  return withPass(house, asker, () =>
    house.database.transact(async (change, end) => {
      const held = await hold(house, change, asker.pass)
      if (!isCounted) house.crowd.countAnswer(held.row.id, house.now())
      isCounted = true
      return work(change, held, end)
    }),
  )
}

const answer = anybody(
  contract.giveAnswer,
  async (house, { request: { ip }, payload: { pass, uuid: instruction, given, after, ...address } }) => {
    const reached = await changing(house, { pass, ip }, async (change, held, end) => {
      if (isAwaited(held.record, instruction) && !(await ownsFiles(change, held, { instruction, given })))
        throw refused({ key: "answer.file", values: {} })
      const { record, turn } = await begun(house, change, held, address)
      const next = await goOn(house, change, { ...held, record }, { type: "answer", uuid: instruction, given }, async (last) => {
        await keepGiven(change, held, { instruction, given }, house.now())
        return end(last)
      })
      if (next?.type === "refused") throw refused(next.problem)
      if (next !== null) return { ...progressed(held.script, next.record, after, next.turn), isOvertaken: false }
      const isOvertaken = isAnsweredOtherwise(held.script.chat, record, { uuid: instruction, given })
      return { ...progressed(held.script, record, after, turn), isOvertaken }
    })
    return beginWaitedFor(house, reached)
  },
  said,
)

const watch = anybody(
  contract.watchChat,
  async (house, { request: { ip }, payload: { pass, after, ...address } }) => {
    const reached = await changing(house, { pass, ip }, async (change, held, end) => {
      const { record, turn } = await begun(house, change, held, address, end)
      return progressed(held.script, record, after, turn)
    })
    return beginWaitedFor(house, reached)
  },
  said,
)

export const chatCalls: ReadonlyArray<Call> = [open, answer, watch, keepFileCall]
