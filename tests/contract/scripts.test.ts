// Scripts through the console's own client: list, add, read, save, status, copy, delete (adapters/contract/script-contract.ts).
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { communitiesApi } from "../../adapters/api/communities-api.ts"
import { scriptsApi } from "../../adapters/api/scripts-api.ts"
import { Forbidden, NotFound, ScriptSaveConflict, ValidationFailed } from "../../domain/failure.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { newInstruction } from "../../domain/script/new-instruction.ts"
import type { AuthoredScript, Script } from "../../domain/script/script.ts"
import { databases, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

let ids = 0
const fresh = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`
const message = (content: string, changes: Partial<Instruction> = {}): Instruction => ({
  uuid: fresh(),
  order: 0,
  type: "message",
  label: null,
  condition: null,
  typing_delay: 3,
  messages: [{ uuid: fresh(), locale: "nl", content }],
  question: null,
  action: null,
  ...changes,
})
const numbered = (instructions: ReadonlyArray<Instruction>) => instructions.map((it, order) => ({ ...it, order }))
const authoredOf = ({ name, public_name, language, instructions }: Script): AuthoredScript => ({
  name,
  public_name,
  language,
  instructions,
})

describe.each(databases)("on $name", ({ settings }) => {
  let server: TestServer
  let ada: Visitor
  let clock = Date.parse("2026-03-01T12:00:00Z")
  const community = "acme"
  const of = (who: Visitor) => scriptsApi(who.api())
  const added = (name = "Intake") => of(ada).add({ community, name })
  const which = ({ uuid }: Pick<Script, "uuid">) => ({ community, uuid })

  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
    const acme = await server.addCommunity(community)
    await server.addUser("ada", { [acme]: "ROLE_USER" })
    await server.addUser("bob", { [acme]: "ROLE_USER" })
    ada = await server.signedIn("ada")
  })
  afterAll(() => server.stop())

  test("a new script is empty, in preparation, at revision 1, and is listed", async () => {
    const made = await added("  Intake  ")
    expect(made).toMatchObject({
      name: "Intake",
      public_name: "Intake",
      language: "nl",
      status: "preparation",
      revision: 1,
      instructions: [],
    })
    const list = await of(ada).list({ community, statuses: ["preparation"] })
    const { instructions: _, ...listed } = made
    expect(list).toContainEqual(listed)
    expect(await of(ada).list({ community, statuses: ["live", "deleted"] })).toEqual([])
    expect(await of(ada).read(which(made))).toEqual(made)
  })

  test("a title that is blank, endless or of several lines is refused with a key of the catalogue", async () => {
    const refused = (message: string) => new ValidationFailed({ violations: [{ field: "name", message }], findings: [] })
    await expect(added("   ")).rejects.toEqual(refused("ERROR.NAME_BLANK"))
    await expect(added("x".repeat(256))).rejects.toEqual(refused("ERROR.NAME_TOO_LONG"))
    await expect(added("a\r\nSet-Cookie: x")).rejects.toEqual(refused("ERROR.NAME_SYNTAX"))
    const { uuid } = await added("Of one line")
    for (const field of ["name", "public_name"]) {
      const names = { name: "x", public_name: "", [field]: "a\u202eb" }
      expect((await ada.send("PATCH", `/api/acme/chat-scripts/${uuid}`, names)).json()).toMatchObject({
        violations: [{ field: `/${field}`, message: "ERROR.NAME_SYNTAX" }],
      })
    }
  })

  test("a save is read back as it was given, unknown fields included, and counts one revision", async () => {
    const made = await added()
    const instructions = numbered([
      message("<p>Grüße, 你好, \u{1f600}</p>", { later: { deep: [1, null, "x"] } }),
      newInstruction("choice", { fresh, locale: "nl" }),
      message("<p>Dag</p>", { label: "bye", condition: "q1 == null" }),
    ])
    const script = { ...authoredOf(made), name: "Named", language: "en" as const, instructions, tomorrow: ["kept\u0000"] }
    const saved = await of(ada).save({ ...which(made), script, markedForDelete: [], revision: 1 })
    expect(saved).toMatchObject({ ...script, revision: 2, uuid: made.uuid, status: "preparation" })
    expect(await of(ada).read(which(made))).toEqual(saved)
  })

  test("what the server says of a script is not written by a save", async () => {
    const made = await added()
    const script = { ...authoredOf(made), status: 4, revision: 900, uuid: fresh(), liveDate: "2020-01-01", community_id: "x" }
    const answer = await ada.send("PATCH", `/api/acme/chat-scripts/${made.uuid}`, { script, markedForDelete: [] })
    expect(answer.json()).toMatchObject({ status: 1, revision: 2, uuid: made.uuid, liveDate: null })
    expect(await of(ada).read(which(made))).toMatchObject({ status: "preparation", revision: 2, uuid: made.uuid, liveDate: null })
  })

  test("instructions marked for deletion go, and the others close ranks", async () => {
    const made = await added()
    const [first, second, third] = [message("<p>1</p>"), message("<p>2</p>"), message("<p>3</p>")]
    const script = { ...authoredOf(made), instructions: numbered([first, second, third]) }
    const saved = await of(ada).save({ ...which(made), script, markedForDelete: [second.uuid] })
    expect(saved.instructions.map(({ uuid, order }) => [uuid, order])).toEqual([
      [first.uuid, 0],
      [third.uuid, 1],
    ])
  })

  test("a save on an older revision is refused with the script as it is, and says whose save and when", async () => {
    const made = await added()
    const bob = await server.signedIn("bob")
    clock += 5_000
    const theirs = await of(bob).save({ ...which(made), script: { ...authoredOf(made), name: "Bob's" }, markedForDelete: [], revision: 1 })
    const mine = { ...which(made), script: { ...authoredOf(made), name: "Ada's" }, markedForDelete: [], revision: 1 }
    await expect(of(ada).save(mine)).rejects.toEqual(
      new ScriptSaveConflict({ script: theirs, savedBy: "bob", savedAt: new Date(clock).toISOString() }),
    )
    expect(await of(ada).read(which(made))).toEqual(theirs)
    expect(await of(ada).save({ ...mine, revision: 2 })).toMatchObject({ name: "Ada's", revision: 3 })
  })

  test("of saves at the same time on one revision, one is kept; without a revision all are, in one line", async () => {
    const made = await added()
    const save = (name: string, revision?: number) =>
      of(ada)
        .save({ ...which(made), script: { ...authoredOf(made), name }, markedForDelete: [], ...(revision ? { revision } : {}) })
        .then(
          (saved) => saved.revision,
          (error: unknown) => (error instanceof ScriptSaveConflict ? "overtaken" : error),
        )
    const based = await Promise.all(Array.from({ length: 8 }, (_, i) => save(`based ${i}`, 1)))
    expect(based.filter((outcome) => outcome === 2)).toHaveLength(1)
    expect(based.filter((outcome) => outcome === "overtaken")).toHaveLength(7)
    const free = await Promise.all(Array.from({ length: 8 }, (_, i) => save(`free ${i}`)))
    expect(free.toSorted((one, other) => Number(one) - Number(other))).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
    const versions = await server.database.db
      .selectFrom("script_versions")
      .select("revision")
      .where("script_id", "=", made.uuid)
      .orderBy("revision")
      .execute()
    expect(versions.map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test("a short PATCH changes what it carries, and nothing else", async () => {
    const made = await added()
    const path = `/api/acme/chat-scripts/${made.uuid}`
    const script = { ...authoredOf(made), instructions: [message("<p>kept</p>")] }
    const saved = await of(ada).save({ ...which(made), script, markedForDelete: [] })
    expect((await ada.send("PATCH", path, { public_name: "Shown" })).status).toBe(200)
    expect(await of(ada).read(which(made))).toMatchObject({ name: saved.name, public_name: "Shown", instructions: saved.instructions })
    expect((await ada.send("PATCH", path, { name: "Other" })).status).toBe(200)
    expect(await of(ada).read(which(made))).toMatchObject({ name: "Other", public_name: "Shown", revision: 4 })
    expect((await ada.send("PATCH", path, { name: " " })).status).toBe(422)
    expect((await ada.send("PATCH", path, {})).status).toBe(422)
  })

  test("[F6] a save that would break the others' work is refused whole, with the places", async () => {
    const made = await added()
    const good = message("<p>Hello</p>", { label: "hello" })
    const cases: ReadonlyArray<readonly [string, ReadonlyArray<Instruction>]> = [
      ["empty-instruction", [good, message("<p></p>", { type: "empty" })]],
      ["name-not-unique", [good, message("<p>Again</p>", { label: "HELLO" })]],
      ["name-syntax", [good, message("<p>Again</p>", { label: "no-hyphens" })]],
    ]
    for (const [rule, instructions] of cases) {
      const script = { ...authoredOf(made), name: "Never kept", instructions: numbered(instructions) }
      const failure: unknown = await of(ada)
        .save({ ...which(made), script, markedForDelete: [], revision: 1 })
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(ValidationFailed)
      expect(failure).toMatchObject({ findings: expect.arrayContaining([expect.objectContaining({ rule })]) })
    }
    expect(await of(ada).read(which(made))).toEqual(made)
  })

  test("[I2] [C12] what comes with gaps in its order is kept as it stands, and names what it named, also when some of it goes", async () => {
    const made = await added()
    const at = (order: number, condition: string | null = null) => ({
      ...newInstruction("choice", { fresh, locale: "nl" }),
      order,
      condition,
    })
    const [one, two, three] = [at(1), at(2, "q2 == 1"), at(4, "q2 == 1 && q3 == 1")]
    const sent = { ...authoredOf(made), instructions: [one, two, three] }
    const said = ({ instructions }: Script) => instructions.map(({ order, condition }) => [order, condition])
    const saved = await of(ada).save({ ...which(made), script: sent, markedForDelete: [] })
    expect(said(saved)).toEqual([
      [0, null],
      [1, "q1 == 1"],
      [2, "q1 == 1 && q2 == 1"],
    ])
    expect((await of(ada).read(which(made))).instructions).toEqual(saved.instructions)
    const first = { ...message("<p>Hello</p>"), order: 0 }
    const more = { ...sent, instructions: [first, one, two, three] }
    expect(said(await of(ada).save({ ...which(made), script: more, markedForDelete: [first.uuid] }))).toEqual(said(saved))
  })

  test("[S4] [S5] a live script keeps its locked fields, names each that was tried, and takes its texts", async () => {
    const made = await added()
    const instructions = numbered([message("<p>One</p>", { label: "one" }), newInstruction("choice", { fresh, locale: "nl" })])
    const ready = await of(ada).save({ ...which(made), script: { ...authoredOf(made), instructions }, markedForDelete: [] })
    expect(await of(ada).changeStatus({ ...which(made), to: "live" })).toMatchObject({ status: "live" })

    const [one, two] = ready.instructions
    if (one === undefined || two === undefined) throw new Error("two were saved")
    const locked = { ...authoredOf(ready), name: "Other title", instructions: [{ ...one, label: "uno" }] }
    const failure: unknown = await of(ada)
      .save({ ...which(made), script: locked, markedForDelete: [], revision: ready.revision })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ValidationFailed)
    const fields = failure instanceof ValidationFailed ? failure.violations.map(({ field }) => field) : []
    expect(fields.toSorted()).toEqual(["/instructions", "/instructions/0/label", "/name"])
    await expect(
      of(ada).save({ ...which(made), script: { ...authoredOf(ready), instructions: [two, one] }, markedForDelete: [] }),
    ).rejects.toBeInstanceOf(ValidationFailed)
    await expect(of(ada).save({ ...which(made), script: authoredOf(ready), markedForDelete: [one.uuid] })).rejects.toBeInstanceOf(
      ValidationFailed,
    )
    expect(await of(ada).read(which(made))).toMatchObject({ revision: ready.revision, instructions: ready.instructions })

    const text = one.messages.map((it) => ({ ...it, content: "<p>Een</p>" }))
    const open = { ...authoredOf(ready), instructions: [{ ...one, messages: text }, two] }
    expect(await of(ada).save({ ...which(made), script: open, markedForDelete: [], revision: ready.revision })).toMatchObject({
      revision: ready.revision + 1,
      instructions: open.instructions,
    })
  })

  test("[S5] choices of a live script open with the flag allowChanges in the query, the rest does not", async () => {
    const made = await added()
    const question = newInstruction("choice", { fresh, locale: "nl" })
    const ready = await of(ada).save({ ...which(made), script: { ...authoredOf(made), instructions: [question] }, markedForDelete: [] })
    await of(ada).changeStatus({ ...which(made), to: "live" })
    const [asked] = ready.instructions
    if (!asked?.question?.choices) throw new Error("a choice question was saved")
    const choices = asked.question.choices.map((it) => ({ ...it, translation: { ...it.translation, content: "Nieuw" } }))
    const body = {
      script: { ...authoredOf(ready), instructions: [{ ...asked, question: { ...asked.question, choices } }] },
      markedForDelete: [],
    }
    const path = `/api/acme/chat-scripts/${made.uuid}`
    expect((await ada.send("PATCH", path, body)).status).toBe(422)
    expect((await ada.send("PATCH", `${path}?allowChanges`, { ...body, script: { ...body.script, name: "x y" } })).status).toBe(422)
    expect((await ada.send("PATCH", `${path}?allowChanges=false`, body)).status).toBe(422)
    expect((await ada.send("PATCH", `${path}?allowChanges=perhaps`, body)).json()).toMatchObject({
      violations: [{ field: "allowChanges" }],
    })
    const saved = await of(ada).save({ ...which(made), ...body, allowChanges: true })
    expect(saved.instructions[0]?.question?.choices?.map((it) => it.translation.content)).toEqual(choices.map(() => "Nieuw"))
  })

  test("[M1] messages are kept with the allowed markup only, whoever sends them", async () => {
    const made = await added()
    const one = message(`<p onclick="evil()">Hoi <b>daar</b><script>evil()</script><img src=x onerror=evil()></p><iframe src="//evil">`)
    const saved = await of(ada).save({ ...which(made), script: { ...authoredOf(made), instructions: [one] }, markedForDelete: [] })
    const [kept] = saved.instructions
    expect(kept?.messages[0]?.content).toBe("<p>Hoi <b>daar</b></p>")
    expect((await of(ada).read(which(made))).instructions).toEqual(saved.instructions)
  })

  test("[S1] [S2] [S3] the steps of status are the domain's, with their dates", async () => {
    const made = await added()
    const go = (to: Script["status"]) => of(ada).changeStatus({ ...which(made), to })
    await expect(go("preparation")).rejects.toBeInstanceOf(ValidationFailed)
    await expect(go("deleted")).rejects.toBeInstanceOf(ValidationFailed)
    const live = await go("live")
    expect(live).toMatchObject({ status: "live", liveDate: new Date(clock).toISOString(), closedDate: null, revision: 1 })
    clock += 60_000
    const closed = await go("closed")
    expect(closed).toMatchObject({ status: "closed", liveDate: live.liveDate, closedDate: new Date(clock).toISOString() })
    clock += 60_000
    expect(await go("preparation")).toMatchObject({ status: "preparation", liveDate: live.liveDate, closedDate: null })
    expect(await go("live")).toMatchObject({ liveDate: live.liveDate })
    expect((await ada.send("POST", `/api/acme/chat-scripts/${made.uuid}/state`, { state: 5 })).status).toBe(422)
  })

  test("[S9] a script with errors does not go live, and the answer shows them", async () => {
    const made = await added()
    const unasked = message("<p>?</p>", { type: "question", question: null })
    await of(ada).save({ ...which(made), script: { ...authoredOf(made), instructions: [unasked] }, markedForDelete: [] })
    const failure: unknown = await of(ada)
      .changeStatus({ ...which(made), to: "live" })
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({
      _tag: "Refused",
      findings: expect.arrayContaining([expect.objectContaining({ rule: "structure", pointer: "/instructions/0/question" })]),
    })
    expect(await of(ada).read(which(made))).toMatchObject({ status: "preparation", liveDate: null })
  })

  test("[S12] copies that are made at once have each a name of their own", async () => {
    const script = await added("Often copied")
    const copies = await Promise.all(Array.from({ length: 6 }, () => of(ada).copy(which(script))))
    expect(copies.map(({ name }) => name).toSorted()).toEqual([2, 3, 4, 5, 6, 7].map((number) => `Often copied (${number})`))
  })

  test("a copy is a script of its own, in preparation, with a name of its own", async () => {
    const made = await added("To copy")
    const script = { ...authoredOf(made), instructions: [message("<p>copied</p>")] }
    const saved = await of(ada).save({ ...which(made), script, markedForDelete: [] })
    await of(ada).changeStatus({ ...which(made), to: "live" })
    const copy = await of(ada).copy(which(made))
    expect(copy).toMatchObject({ name: "To copy (2)", status: "preparation", revision: 1, liveDate: null })
    expect(copy.uuid).not.toBe(made.uuid)
    expect(await of(ada).read(which(copy))).toMatchObject({ instructions: saved.instructions })
    expect(await of(ada).copy(which(copy))).toMatchObject({ name: "To copy (3)" })
  })

  test("[U4] [S10] a delete token archives once; it serves its user and its script only, for ten minutes", async () => {
    const [made, other] = [await added("Doomed"), await added("Spared")]
    const bob = await server.signedIn("bob")
    const token = await of(ada).fetchDeletionToken(which(made))
    await expect(of(bob).remove({ ...which(made), token })).rejects.toBeInstanceOf(Forbidden)
    await expect(of(ada).remove({ ...which(other), token })).rejects.toBeInstanceOf(Forbidden)
    await expect(of(ada).remove({ ...which(made), token: "" })).rejects.toBeInstanceOf(Forbidden)
    clock += 10 * 60_000 + 1
    await expect(of(ada).remove({ ...which(made), token })).rejects.toBeInstanceOf(Forbidden)
    expect(await of(ada).read(which(made))).toMatchObject({ status: "preparation" })
    const again = await of(ada).fetchDeletionToken(which(made))
    expect(await of(ada).remove({ ...which(made), token: again })).toMatchObject({ status: "deleted", uuid: made.uuid })
    await expect(of(ada).remove({ ...which(made), token: again })).rejects.toBeInstanceOf(Forbidden)
    expect((await of(ada).list({ community, statuses: ["deleted"] })).map(({ uuid }) => uuid)).toContain(made.uuid)
  })

  test("of two deletes that race with one token, one succeeds (I3)", async () => {
    const made = await added()
    const token = await of(ada).fetchDeletionToken(which(made))
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => of(ada).remove({ ...which(made), token })))
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    for (const outcome of outcomes) if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(Forbidden)
  })

  test("[S10] deleting from the archive erases, but never with a token that was given to archive", async () => {
    const made = await added()
    const [first, second] = [await of(ada).fetchDeletionToken(which(made)), await of(ada).fetchDeletionToken(which(made))]
    await of(ada).remove({ ...which(made), token: first })
    await expect(of(ada).remove({ ...which(made), token: second })).rejects.toBeInstanceOf(Forbidden)
    await expect(of(ada).save({ ...which(made), script: { ...authoredOf(made), name: "No" }, markedForDelete: [] })).rejects.toBeInstanceOf(
      ValidationFailed,
    )
    await of(ada).remove({ ...which(made), token: await of(ada).fetchDeletionToken(which(made)) })
    await expect(of(ada).read(which(made))).rejects.toBeInstanceOf(NotFound)
    const left = await server.database.db.selectFrom("script_versions").selectAll().where("script_id", "=", made.uuid).execute()
    expect(left).toEqual([])
  })

  test("a script of a thousand instructions with long texts is saved and read", async () => {
    const made = await added()
    const long = "woord ".repeat(100)
    const instructions = numbered(Array.from({ length: 1000 }, () => message(`<p>${long}</p>`)))
    const saved = await of(ada).save({ ...which(made), script: { ...authoredOf(made), instructions }, markedForDelete: [] })
    expect(saved.instructions).toEqual(instructions)
    expect((await of(ada).read(which(made))).instructions).toEqual(instructions)
  })

  test("a platform administrator adds communities; slugs are unique", async () => {
    const admin = await server.signedIn("admin")
    const communities = communitiesApi(admin.api())
    const made = await communities.add({ name: "Third", slug: "third" })
    expect(await communities.list(undefined)).toContainEqual(made)
    await expect(communities.add({ name: "Other", slug: "third" })).rejects.toEqual(
      new ValidationFailed({ violations: [{ field: "slug", message: "ERROR.SLUG_TAKEN" }], findings: [] }),
    )
    await expect(communities.add({ name: "x", slug: "Login!" })).rejects.toMatchObject({ _tag: "Refused" })
    await expect(communities.add({ name: "Reserved", slug: "login" })).rejects.toMatchObject({ _tag: "Refused" })
    await expect(communitiesApi(ada.api()).add({ name: "Mine", slug: "mine" })).rejects.toBeInstanceOf(Forbidden)
    expect((await communitiesApi(ada.api()).list(undefined)).map(({ slug }) => slug)).toEqual(["acme"])
  })
})
