// The respondents' chat (adapters/contract/chat.ts): opened, answered and watched by whoever has the pass of a conversation.

import type { Transaction } from "kysely"
import type { Problem } from "../../../domain/chat/answer-read.ts"
import { isAnsweredOtherwise, isAwaited } from "../../../domain/chat/record.ts"
import type { Opened, Progressed } from "../../../domain/chat/told.ts"
import { mostSaidBytes } from "../../../domain/conversations/limits.ts"
import * as contract from "../../contract/chat.ts"
import { keepGiven, ownsFiles } from "../chat/answer-files.ts"
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
} from "../chat/conversing.ts"
import { keepFileCall } from "../chat/keep-file.ts"
import { liveChat } from "../chat/link-status.ts"
import { progressed } from "../chat/shown.ts"
import type { EndWith } from "../database/driver.ts"
import type { Tables } from "../database/tables.ts"
import type { House } from "../house.ts"
import { anybody, type Call } from "../http/call.ts"
import { missing, Trouble, violated } from "../http/trouble.ts"
import { sideMenuOf, styleOf } from "./style.ts"

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
