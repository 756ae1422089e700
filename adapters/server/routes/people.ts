// One person among a community's respondents (adapters/contract/people.ts). What is noted of it names nobody.
import { randomUUID } from "node:crypto"
import * as contract from "../../contract/people.ts"
import { makeToken, spendToken } from "../accounts/one-time-tokens.ts"
import { note } from "../audit/audit.ts"
import type { Db } from "../database/database.ts"
import { type Call, inCommunityById } from "../http/call.ts"
import { forbidden, missing, tooMany } from "../http/trouble.ts"
import { Written } from "../http/written.ts"
import { erasePerson } from "../people/erase.ts"
import { packageOf } from "../people/package.ts"
import { chatsOf, findPeople, holdingsOf, type Person, personOf } from "../people/person.ts"
import { memberOf } from "./members.ts"

/** The person that a call is about, or a 404. */
const found = async (db: Db, community: string, id: string): Promise<Person> => {
  const person = await personOf(db, community, id)
  if (person === undefined) throw missing()
  return person
}

const told = ({ profile }: Person) => (profile === null ? null : memberOf(profile))

const find = inCommunityById(
  contract.findPeople,
  "community.people",
  async ({ database: { db }, failures, now }, { user, community, payload: { text } }) => {
    const wait = await failures.countSearch(user.uuid, now().getTime())
    if (wait !== null) throw tooMany(wait)
    await note(db, { community: community.uuid, user, deed: "people.find", thing: `community ${community.slug}` }, now())
    const people = await findPeople(db, community.uuid, text)
    const items = await Promise.all(
      people.map(async (person) => ({
        uuid: person.id,
        member: told(person),
        chats: await chatsOf(db, person),
        ...(await holdingsOf(db, person)),
      })),
    )
    return { items }
  },
)

const handOver = inCommunityById(contract.personPackage, "community.people", async (house, { user, community, params: { person: id } }) => {
  const { db } = house.database
  const person = await found(db, community.uuid, id)
  await note(db, { community: community.uuid, user, deed: "people.hand-over", thing: `community ${community.slug}` }, house.now())
  return new Written("application/zip", await packageOf(house, person, told(person)), {
    "content-disposition": 'attachment; filename="person.zip"',
  })
})

const serves = (user: string, { community, id }: Person) => ({ purpose: "erase person", user, thing: `${community}/${id}` })

const eraseToken = inCommunityById(
  contract.erasePersonToken,
  "community.people",
  async ({ database: { db }, now }, { user, community, params: { person: id } }) => {
    const person = await found(db, community.uuid, id)
    return { deleteToken: await makeToken(db, serves(user.uuid, person), now()), ...(await holdingsOf(db, person)) }
  },
  { changes: true },
)

const erase = inCommunityById(
  contract.erasePerson,
  "community.people",
  ({ database, now }, { user, community, params: { person: id }, payload: { csrf } }) =>
    database.transact(async (change) => {
      const at = now()
      const person = await found(change, community.uuid, id)
      if (!(await spendToken(change, csrf, serves(user.uuid, person), at))) throw forbidden("This delete token is wrong or spent.")
      const gone = await erasePerson(change, person, at)
      // Tokens name what they are for.
      await change.deleteFrom("one_time_tokens").where("thing", "=", serves(user.uuid, person).thing).execute()
      const receipt = randomUUID()
      const thing = `receipt ${receipt}: ${gone.conversations} conversations, ${gone.files} files, ${gone.deliveries} deliveries`
      await note(change, { community: community.uuid, user, deed: "people.erase", thing }, at)
      return { receipt, erasedAt: at.toISOString(), ...gone }
    }),
)

export const peopleCalls: ReadonlyArray<Call> = [find, handOver, eraseToken, erase]
