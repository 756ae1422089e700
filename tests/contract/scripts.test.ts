// Scripts through the console's own API client: list, add, read, save, change status, copy, delete.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createCommunitiesApi } from "../../adapters/api/communities-api.ts"
import { createScriptsApi } from "../../adapters/api/scripts-api.ts"
import { createPreparedScriptCache } from "../../adapters/server/scripts/script-revisions.ts"
import { maxOrdinaryBytes } from "../../domain/conversations/conversation-limits.ts"
import { newInstruction } from "../../domain/editing/new-instruction.ts"
import { ConfirmationRefused, Forbidden, NotFound, ScriptSaveConflict, ValidationFailed } from "../../domain/failures/failure.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript, Script } from "../../domain/script/script.ts"
import { startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"

let ids = 0
const newUuid = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`
const message = (content: string, changes: Partial<Instruction> = {}): Instruction => ({
  uuid: newUuid(),
  order: 0,
  type: "message",
  label: null,
  condition: null,
  typing_delay: 3,
  messages: [{ uuid: newUuid(), locale: "nl", content }],
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

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  let ada: Visitor
  let clock = Date.parse("2026-03-01T12:00:00Z")
  const community = "acme"
  const apiOf = (who: Visitor) => createScriptsApi(who.api())
  const addScript = (name = "Intake") => apiOf(ada).add({ community, name })
  const locatorOf = ({ uuid }: Pick<Script, "uuid">) => ({ community, uuid })

  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
    const acme = await server.addCommunity(community)
    await server.addUser("ada", { [acme]: "ROLE_USER" })
    await server.addUser("bob", { [acme]: "ROLE_USER" })
    ada = await server.signedIn("ada")
  })
  afterAll(() => server.stop())

  test("adds an empty script in preparation at revision 1, and lists it", async () => {
    const created = await addScript("  Intake  ")
    expect(created).toMatchObject({
      name: "Intake",
      public_name: "Intake",
      language: "nl",
      status: "preparation",
      revision: 1,
      instructions: [],
    })
    const list = await apiOf(ada).list({ community, statuses: ["preparation"] })
    const { instructions: _, ...listed } = created
    expect(list).toContainEqual(listed)
    expect(await apiOf(ada).list({ community, statuses: ["live", "deleted"] })).toEqual([])
    expect(await apiOf(ada).read(locatorOf(created))).toEqual(created)
  })

  test("rejects a blank, too long or multi-line title with a catalog key", async () => {
    const refused = (message: string) => ({ _tag: "ValidationFailed", violations: [{ field: "name", message }], findings: [] })
    await expect(addScript("   ")).rejects.toMatchObject(refused("ERROR.NAME_BLANK"))
    await expect(addScript("x".repeat(256))).rejects.toMatchObject(refused("ERROR.NAME_TOO_LONG"))
    await expect(addScript("a\r\nSet-Cookie: x")).rejects.toMatchObject(refused("ERROR.NAME_SYNTAX"))
    const { uuid } = await addScript("Of one line")
    for (const field of ["name", "public_name"]) {
      const names = { name: "x", public_name: "", [field]: "a\u202eb" }
      expect((await ada.send("PATCH", `/api/acme/chat-scripts/${uuid}`, names)).json()).toMatchObject({
        violations: [{ field: `/${field}`, message: "ERROR.NAME_SYNTAX" }],
      })
    }
    const script = { ...authoredOf(await addScript()), public_name_translations: [{ locale: "fr", content: "a\u202eb" }] }
    expect((await ada.send("PATCH", `/api/acme/chat-scripts/${uuid}`, { script, markedForDelete: [] })).json()).toMatchObject({
      violations: [{ field: "/public_name_translations/0/content", message: "ERROR.NAME_SYNTAX" }],
    })
  })

  test("reads a save back unchanged, including unknown fields, and increments the revision", async () => {
    const created = await addScript()
    const instructions = numbered([
      message("<p>Grüße, 你好, \u{1f600}</p>", { later: { deep: [1, null, "x"] } }),
      newInstruction("choice", { newUuid, locale: "nl" }),
      message("<p>Dag</p>", { label: "bye", condition: "q1 == null" }),
    ])
    const script = { ...authoredOf(created), name: "Named", language: "en" as const, instructions, tomorrow: ["kept\u0000"] }
    const saved = await apiOf(ada).save({ ...locatorOf(created), script, markedForDelete: [], revision: 1 })
    expect(saved).toMatchObject({ ...script, revision: 2, uuid: created.uuid, status: "preparation" })
    expect(await apiOf(ada).read(locatorOf(created))).toEqual(saved)
  })

  test("compiles a revision once for respondents who open it at the same time", async () => {
    const { uuid, revision } = await addScript("Opened by many")
    const loadPreparedScript = createPreparedScriptCache()
    const load = () => loadPreparedScript(server.database.db, { id: uuid, revision })
    const prepared = await Promise.all([load(), load(), load()])
    expect(new Set(prepared.map(({ chat }) => chat)).size).toBe(1)
    expect((await load()).chat).toBe(prepared[0]?.chat)
  })

  test("ignores status, revision, uuid, live date and community in a save", async () => {
    const created = await addScript()
    const script = { ...authoredOf(created), status: 4, revision: 900, uuid: newUuid(), liveDate: "2020-01-01", community_id: "x" }
    const answer = await ada.send("PATCH", `/api/acme/chat-scripts/${created.uuid}`, { script, markedForDelete: [] })
    expect(answer.json()).toMatchObject({ status: 1, revision: 2, uuid: created.uuid, liveDate: null })
    expect(await apiOf(ada).read(locatorOf(created))).toMatchObject({
      status: "preparation",
      revision: 2,
      uuid: created.uuid,
      liveDate: null,
    })
  })

  test("removes instructions marked for deletion and renumbers the others", async () => {
    const created = await addScript()
    const [first, second, third] = [message("<p>1</p>"), message("<p>2</p>"), message("<p>3</p>")]
    const script = { ...authoredOf(created), instructions: numbered([first, second, third]) }
    const saved = await apiOf(ada).save({ ...locatorOf(created), script, markedForDelete: [second.uuid] })
    expect(saved.instructions.map(({ uuid, order }) => [uuid, order])).toEqual([
      [first.uuid, 0],
      [third.uuid, 1],
    ])
  })

  test("rejects a save on an older revision with the current script, its author and its time", async () => {
    const created = await addScript()
    const bob = await server.signedIn("bob")
    clock += 5_000
    const theirs = await apiOf(bob).save({
      ...locatorOf(created),
      script: { ...authoredOf(created), name: "Bob's" },
      markedForDelete: [],
      revision: 1,
    })
    const mine = { ...locatorOf(created), script: { ...authoredOf(created), name: "Ada's" }, markedForDelete: [], revision: 1 }
    await expect(apiOf(ada).save(mine)).rejects.toEqual(
      new ScriptSaveConflict({ script: theirs, savedBy: "bob", savedAt: new Date(clock).toISOString() }),
    )
    expect(await apiOf(ada).read(locatorOf(created))).toEqual(theirs)
    expect(await apiOf(ada).save({ ...mine, revision: 2 })).toMatchObject({ name: "Ada's", revision: 3 })
  })

  test("accepts one of several concurrent saves on one revision, and all of them in sequence without a revision", async () => {
    const created = await addScript()
    const save = (name: string, revision?: number) =>
      apiOf(ada)
        .save({ ...locatorOf(created), script: { ...authoredOf(created), name }, markedForDelete: [], ...(revision ? { revision } : {}) })
        .then(
          (saved) => saved.revision,
          (error: unknown) => (error instanceof ScriptSaveConflict ? "conflict" : error),
        )
    const based = await Promise.all(Array.from({ length: 8 }, (_, i) => save(`based ${i}`, 1)))
    expect(based.filter((outcome) => outcome === 2)).toHaveLength(1)
    expect(based.filter((outcome) => outcome === "conflict")).toHaveLength(7)
    const free = await Promise.all(Array.from({ length: 8 }, (_, i) => save(`free ${i}`)))
    expect(free.toSorted((a, b) => Number(a) - Number(b))).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
    const versions = await server.database.db
      .selectFrom("script_versions")
      .select("revision")
      .where("script_id", "=", created.uuid)
      .orderBy("revision")
      .execute()
    expect(versions.map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test("changes only the fields that a short PATCH contains", async () => {
    const created = await addScript()
    const path = `/api/acme/chat-scripts/${created.uuid}`
    const script = { ...authoredOf(created), instructions: [message("<p>kept</p>")] }
    const saved = await apiOf(ada).save({ ...locatorOf(created), script, markedForDelete: [] })
    expect((await ada.send("PATCH", path, { public_name: "Shown" })).status).toBe(200)
    expect(await apiOf(ada).read(locatorOf(created))).toMatchObject({
      name: saved.name,
      public_name: "Shown",
      instructions: saved.instructions,
    })
    expect((await ada.send("PATCH", path, { name: "Other" })).status).toBe(200)
    expect(await apiOf(ada).read(locatorOf(created))).toMatchObject({ name: "Other", public_name: "Shown", revision: 4 })
    expect((await ada.send("PATCH", path, { name: " " })).status).toBe(422)
    expect((await ada.send("PATCH", path, {})).status).toBe(422)
  })

  test("[F6] rejects a save with an instruction of type empty, with the finding", async () => {
    const created = await addScript()
    const instructions = numbered([message("<p>Hello</p>"), message("<p></p>", { type: "empty" })])
    const script = { ...authoredOf(created), name: "Never kept", instructions }
    const failure: unknown = await apiOf(ada)
      .save({ ...locatorOf(created), script, markedForDelete: [], revision: 1 })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ValidationFailed)
    expect(failure).toMatchObject({ findings: [{ rule: "empty-instruction", pointer: "/instructions/1/type" }] })
    expect(await apiOf(ada).read(locatorOf(created))).toEqual(created)
  })

  test("[F6] [S9] saves a script with every other error, which cannot go live", async () => {
    const created = await addScript()
    const instructions = numbered([
      message("<p>Hello {{answers.deleted}}</p>", { label: "hello" }),
      message("<p>Again</p>", { label: "HELLO", condition: "deleted == 1" }),
      message("<p>Again</p>", { label: "no-hyphens", condition: "deleted ==" }),
    ])
    const script = { ...authoredOf(created), instructions }
    const saved = await apiOf(ada).save({ ...locatorOf(created), script, markedForDelete: [], revision: 1 })
    expect(saved).toMatchObject({ revision: 2, instructions })
    expect(await apiOf(ada).read(locatorOf(created))).toEqual(saved)
    const failure: unknown = await apiOf(ada)
      .changeStatus({ ...locatorOf(created), to: "live" })
      .catch((error: unknown) => error)
    const rules = failure instanceof ValidationFailed ? failure.findings.map(({ rule }) => rule) : []
    expect(new Set(rules)).toEqual(
      new Set(["condition-unknown-reference", "name-not-unique", "name-syntax", "condition-syntax", "ends-without-end"]),
    )
  })

  test("[C10] [S9] reports conditions that exclude each other as warnings, with which a script can go live", async () => {
    const created = await addScript()
    const rating = { ...newInstruction("starRating", { newUuid, locale: "nl" }), label: "rating" }
    const why = { ...newInstruction("open", { newUuid, locale: "nl" }), label: "why", condition: "rating <= 2" }
    const bonus = message("<p>Hello</p>", { label: "bonus", condition: "why && rating > 3" })
    const save = (label: string, revision: number) =>
      apiOf(ada).save({
        ...locatorOf(created),
        script: { ...authoredOf(created), instructions: numbered([rating, why, { ...bonus, label }]) },
        markedForDelete: [],
        revision,
      })
    await save("no-hyphens", 1)
    const goLive = () => apiOf(ada).changeStatus({ ...locatorOf(created), to: "live" })
    const failure: unknown = await goLive().catch((error: unknown) => error)
    const findings = failure instanceof ValidationFailed ? failure.findings : []
    expect(findings.find(({ rule }) => rule === "unreachable-instruction")).toMatchObject({
      pointer: "/instructions/2",
      severity: "warning",
      key: "condition.conflict",
      because: [
        { pointer: "/instructions/1/condition", condition: "rating <= 2" },
        { pointer: "/instructions/2/condition", condition: "why && rating > 3" },
      ],
    })
    expect(findings.find(({ rule }) => rule === "ends-without-end")?.example).toMatchObject({ needed: [] })
    await save("bonus", 2)
    expect(await goLive()).toMatchObject({ status: "live" })
  })

  test("[I2] [C12] closes gaps in the order and updates the conditions that refer to it, also when an instruction is deleted", async () => {
    const created = await addScript()
    const at = (order: number, condition: string | null = null) => ({
      ...newInstruction("choice", { newUuid, locale: "nl" }),
      order,
      condition,
    })
    const [one, two, three] = [at(1), at(2, "q2 == 1"), at(4, "q2 == 1 && q3 == 1")]
    const sent = { ...authoredOf(created), instructions: [one, two, three] }
    const ordersAndConditions = ({ instructions }: Script) => instructions.map(({ order, condition }) => [order, condition])
    const saved = await apiOf(ada).save({ ...locatorOf(created), script: sent, markedForDelete: [] })
    expect(ordersAndConditions(saved)).toEqual([
      [0, null],
      [1, "q1 == 1"],
      [2, "q1 == 1 && q2 == 1"],
    ])
    expect((await apiOf(ada).read(locatorOf(created))).instructions).toEqual(saved.instructions)
    const first = { ...message("<p>Hello</p>"), order: 0 }
    const more = { ...sent, instructions: [first, one, two, three] }
    expect(ordersAndConditions(await apiOf(ada).save({ ...locatorOf(created), script: more, markedForDelete: [first.uuid] }))).toEqual(
      ordersAndConditions(saved),
    )
  })

  test("[S4] [S5] rejects changes to locked fields of a live script, naming each field, and accepts changed texts", async () => {
    const created = await addScript()
    const instructions = numbered([message("<p>One</p>", { label: "one" }), newInstruction("choice", { newUuid, locale: "nl" })])
    const ready = await apiOf(ada).save({ ...locatorOf(created), script: { ...authoredOf(created), instructions }, markedForDelete: [] })
    expect(await apiOf(ada).changeStatus({ ...locatorOf(created), to: "live" })).toMatchObject({ status: "live" })

    const [one, two] = ready.instructions
    if (one === undefined || two === undefined) throw new Error("two were saved")
    const locked = { ...authoredOf(ready), name: "Other title", instructions: [{ ...one, label: "uno" }] }
    const failure: unknown = await apiOf(ada)
      .save({ ...locatorOf(created), script: locked, markedForDelete: [], revision: ready.revision })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ValidationFailed)
    const fields = failure instanceof ValidationFailed ? failure.violations.map(({ field }) => field) : []
    expect(fields.toSorted()).toEqual(["/instructions", "/instructions/0/label", "/name"])
    await expect(
      apiOf(ada).save({ ...locatorOf(created), script: { ...authoredOf(ready), instructions: [two, one] }, markedForDelete: [] }),
    ).rejects.toBeInstanceOf(ValidationFailed)
    await expect(apiOf(ada).save({ ...locatorOf(created), script: authoredOf(ready), markedForDelete: [one.uuid] })).rejects.toBeInstanceOf(
      ValidationFailed,
    )
    expect(await apiOf(ada).read(locatorOf(created))).toMatchObject({ revision: ready.revision, instructions: ready.instructions })

    const text = one.messages.map((it) => ({ ...it, content: "<p>Een</p>" }))
    const open = { ...authoredOf(ready), instructions: [{ ...one, messages: text }, two] }
    expect(await apiOf(ada).save({ ...locatorOf(created), script: open, markedForDelete: [], revision: ready.revision })).toMatchObject({
      revision: ready.revision + 1,
      instructions: open.instructions,
    })
  })

  test("[S5] accepts changed choices of a live script, and no other locked change, with allowChanges in the query", async () => {
    const created = await addScript()
    const question = newInstruction("choice", { newUuid, locale: "nl" })
    const ready = await apiOf(ada).save({
      ...locatorOf(created),
      script: { ...authoredOf(created), instructions: [question] },
      markedForDelete: [],
    })
    await apiOf(ada).changeStatus({ ...locatorOf(created), to: "live" })
    const [asked] = ready.instructions
    if (!asked?.question?.choices) throw new Error("a choice question was saved")
    const choices = asked.question.choices.map((it) => ({ ...it, translation: { ...it.translation, content: "Nieuw" } }))
    const body = {
      script: { ...authoredOf(ready), instructions: [{ ...asked, question: { ...asked.question, choices } }] },
      markedForDelete: [],
    }
    const path = `/api/acme/chat-scripts/${created.uuid}`
    expect((await ada.send("PATCH", path, body)).status).toBe(422)
    expect((await ada.send("PATCH", `${path}?allowChanges`, { ...body, script: { ...body.script, name: "x y" } })).status).toBe(422)
    expect((await ada.send("PATCH", `${path}?allowChanges=false`, body)).status).toBe(422)
    expect((await ada.send("PATCH", `${path}?allowChanges=perhaps`, body)).json()).toMatchObject({
      violations: [{ field: "allowChanges" }],
    })
    const saved = await apiOf(ada).save({ ...locatorOf(created), ...body, allowChanges: true })
    expect(saved.instructions[0]?.question?.choices?.map((it) => it.translation.content)).toEqual(choices.map(() => "Nieuw"))
  })

  test("[M1] stores messages with the allowed markup only", async () => {
    const created = await addScript()
    const one = message(`<p onclick="evil()">Hoi <b>daar</b><script>evil()</script><img src=x onerror=evil()></p><iframe src="//evil">`)
    const saved = await apiOf(ada).save({
      ...locatorOf(created),
      script: { ...authoredOf(created), instructions: [one] },
      markedForDelete: [],
    })
    const [stored] = saved.instructions
    expect(stored?.messages[0]?.content).toBe("<p>Hoi <b>daar</b></p>")
    expect((await apiOf(ada).read(locatorOf(created))).instructions).toEqual(saved.instructions)
  })

  test("[S1] [S2] [S3] allows the status changes of the domain, and sets their dates", async () => {
    const created = await addScript()
    const script = { ...authoredOf(created), instructions: [message("<p>Hello</p>")] }
    await apiOf(ada).save({ ...locatorOf(created), script, markedForDelete: [] })
    const changeStatus = (to: Script["status"]) => apiOf(ada).changeStatus({ ...locatorOf(created), to })
    await expect(changeStatus("preparation")).rejects.toBeInstanceOf(ValidationFailed)
    await expect(changeStatus("deleted")).rejects.toBeInstanceOf(ValidationFailed)
    const live = await changeStatus("live")
    expect(live).toMatchObject({ status: "live", liveDate: new Date(clock).toISOString(), closedDate: null, revision: 2 })
    clock += 60_000
    const closed = await changeStatus("closed")
    expect(closed).toMatchObject({ status: "closed", liveDate: live.liveDate, closedDate: new Date(clock).toISOString() })
    clock += 60_000
    expect(await changeStatus("preparation")).toMatchObject({ status: "preparation", liveDate: live.liveDate, closedDate: null })
    expect(await changeStatus("live")).toMatchObject({ liveDate: live.liveDate })
    expect((await ada.send("POST", `/api/acme/chat-scripts/${created.uuid}/state`, { state: 5 })).status).toBe(422)
  })

  test("[S9] refuses to make a script with errors live, and returns the findings", async () => {
    const created = await addScript()
    const unasked = message("<p>?</p>", { type: "question", question: null })
    await apiOf(ada).save({ ...locatorOf(created), script: { ...authoredOf(created), instructions: [unasked] }, markedForDelete: [] })
    const failure: unknown = await apiOf(ada)
      .changeStatus({ ...locatorOf(created), to: "live" })
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({
      _tag: "ValidationFailed",
      findings: expect.arrayContaining([expect.objectContaining({ rule: "structure", pointer: "/instructions/0/question" })]),
    })
    expect(await apiOf(ada).read(locatorOf(created))).toMatchObject({ status: "preparation", liveDate: null })
  })

  test("[S12] gives each of several concurrent copies a different name", async () => {
    const script = await addScript("Often copied")
    const copies = await Promise.all(Array.from({ length: 6 }, () => apiOf(ada).copy(locatorOf(script))))
    expect(copies.map(({ name }) => name).toSorted()).toEqual([2, 3, 4, 5, 6, 7].map((number) => `Often copied (${number})`))
  })

  test("copies a live script as a new script in preparation, under a new name", async () => {
    const created = await addScript("To copy")
    const script = { ...authoredOf(created), instructions: [message("<p>copied</p>")] }
    const saved = await apiOf(ada).save({ ...locatorOf(created), script, markedForDelete: [] })
    await apiOf(ada).changeStatus({ ...locatorOf(created), to: "live" })
    const copy = await apiOf(ada).copy(locatorOf(created))
    expect(copy).toMatchObject({ name: "To copy (2)", status: "preparation", revision: 1, liveDate: null })
    expect(copy.uuid).not.toBe(created.uuid)
    expect(await apiOf(ada).read(locatorOf(copy))).toMatchObject({ instructions: saved.instructions })
    expect(await apiOf(ada).copy(locatorOf(copy))).toMatchObject({ name: "To copy (3)" })
  })

  test("[U4] [S10] archives with a deletion token once, only for its user and script, within ten minutes", async () => {
    const [created, other] = [await addScript("Doomed"), await addScript("Spared")]
    const bob = await server.signedIn("bob")
    const { token } = await apiOf(ada).fetchDeletionToken({ ...locatorOf(created), action: "archive" })
    await expect(apiOf(bob).remove({ ...locatorOf(created), token })).rejects.toEqual(new ConfirmationRefused({ reason: "unknown" }))
    await expect(apiOf(ada).remove({ ...locatorOf(other), token })).rejects.toEqual(new ConfirmationRefused({ reason: "unknown" }))
    await expect(apiOf(ada).remove({ ...locatorOf(created), token: "" })).rejects.toEqual(new ConfirmationRefused({ reason: "unknown" }))
    clock += 10 * 60_000 + 1
    await expect(apiOf(ada).remove({ ...locatorOf(created), token })).rejects.toEqual(new ConfirmationRefused({ reason: "expired" }))
    expect(await apiOf(ada).read(locatorOf(created))).toMatchObject({ status: "preparation" })
    const { token: again } = await apiOf(ada).fetchDeletionToken({ ...locatorOf(created), action: "archive" })
    expect(await apiOf(ada).remove({ ...locatorOf(created), token: again })).toMatchObject({ status: "deleted", uuid: created.uuid })
    // A client that lost the response repeats the request. The repeated token changes nothing, and is refused after another change of status.
    expect(await apiOf(ada).remove({ ...locatorOf(created), token: again })).toMatchObject({ status: "deleted", uuid: created.uuid })
    await apiOf(ada).changeStatus({ ...locatorOf(created), to: "preparation" })
    await expect(apiOf(ada).remove({ ...locatorOf(created), token: again })).rejects.toEqual(new ConfirmationRefused({ reason: "used" }))
    await apiOf(ada).remove({
      ...locatorOf(created),
      token: (await apiOf(ada).fetchDeletionToken({ ...locatorOf(created), action: "archive" })).token,
    })
    expect((await apiOf(ada).list({ community, statuses: ["deleted"] })).map(({ uuid }) => uuid)).toContain(created.uuid)
  })

  test("archives once for several concurrent requests with the same token", async () => {
    const created = await addScript()
    const { token } = await apiOf(ada).fetchDeletionToken({ ...locatorOf(created), action: "archive" })
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => apiOf(ada).remove({ ...locatorOf(created), token })))
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toEqual(new ConfirmationRefused({ reason: "used" }))
    const archived = await server.database.db
      .selectFrom("audit")
      .selectAll()
      .where("action", "=", "script.archive")
      .where("target", "=", `script ${created.uuid}`)
      .execute()
    expect(archived).toHaveLength(1)
  })

  test("[S10] erases an archived script, but not with a token that was issued for archiving", async () => {
    const created = await addScript()
    const [first, second] = [
      await apiOf(ada).fetchDeletionToken({ ...locatorOf(created), action: "archive" }),
      await apiOf(ada).fetchDeletionToken({ ...locatorOf(created), action: "archive" }),
    ]
    await apiOf(ada).remove({ ...locatorOf(created), token: first.token })
    await expect(apiOf(ada).remove({ ...locatorOf(created), token: second.token })).rejects.toMatchObject({
      _tag: "TargetChanged",
      status: "deleted",
      changedBy: "ada",
    })
    await expect(
      apiOf(ada).save({ ...locatorOf(created), script: { ...authoredOf(created), name: "No" }, markedForDelete: [] }),
    ).rejects.toBeInstanceOf(ValidationFailed)
    const { token } = await apiOf(ada).fetchDeletionToken({ ...locatorOf(created), action: "erase" })
    await apiOf(ada).remove({ ...locatorOf(created), token })
    await expect(apiOf(ada).read(locatorOf(created))).rejects.toBeInstanceOf(NotFound)
    const left = await server.database.db.selectFrom("script_versions").selectAll().where("script_id", "=", created.uuid).execute()
    expect(left).toEqual([])
  })

  test("saves and reads a script of a thousand instructions with long texts", async () => {
    const created = await addScript()
    const long = "woord ".repeat(100)
    // Starts the thread for large requests, so that the client does not wait for that.
    await ada.send("PATCH", `/api/acme/chat-scripts/${created.uuid}`, { padding: "x".repeat(maxOrdinaryBytes) })
    const instructions = numbered(Array.from({ length: 1000 }, () => message(`<p>${long}</p>`)))
    const saved = await apiOf(ada).save({ ...locatorOf(created), script: { ...authoredOf(created), instructions }, markedForDelete: [] })
    expect(saved.instructions).toEqual(instructions)
    expect((await apiOf(ada).read(locatorOf(created))).instructions).toEqual(instructions)
  })

  test("lets only a platform administrator add communities, with valid and unique slugs", async () => {
    const admin = await server.signedIn("admin")
    const communities = createCommunitiesApi(admin.api())
    const created = await communities.add({ name: "Third", slug: "third" })
    expect(await communities.list(undefined)).toContainEqual(created)
    await expect(communities.add({ name: "Other", slug: "third" })).rejects.toMatchObject({
      _tag: "ValidationFailed",
      violations: [{ field: "slug", message: "ERROR.SLUG_TAKEN" }],
      findings: [],
    })
    await expect(communities.add({ name: "x", slug: "Login!" })).rejects.toMatchObject({ _tag: "ValidationFailed" })
    await expect(communities.add({ name: "Reserved", slug: "login" })).rejects.toMatchObject({ _tag: "ValidationFailed" })
    await expect(createCommunitiesApi(ada.api()).add({ name: "Mine", slug: "mine" })).rejects.toBeInstanceOf(Forbidden)
    expect((await createCommunitiesApi(ada.api()).list(undefined)).map(({ slug }) => slug)).toEqual(["acme"])
  })
})
