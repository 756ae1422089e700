// kill -9 while people save: nothing that was acknowledged is lost, and the database starts (reliability.md I1, I2).
import { expect, test } from "vitest"
import { openDatabase } from "../../adapters/server/database/database.ts"
import { startMain } from "../fixtures/main-process.ts"
import { newDataDir, removeDataDir } from "../fixtures/program.ts"
import { field, password, visitor } from "../fixtures/server.ts"

/** KILLS=50 makes a longer run of it. */
const kills = Number(process.env["KILLS"] ?? 6)
const savers = 4

test(
  `of the saves before each of ${kills} kills, every acknowledged one is in the list of versions exactly once`,
  async () => {
    const folder = newDataDir()
    const env = { DATA_DIR: folder, ADMIN_PASSWORD: password }
    const acknowledged = new Map<number, string>()
    const cookies = new Map<string, string>()
    let path = ""
    let saves = 0
    for (let round = 0; round < kills; round++) {
      const main = await startMain(env)
      const person = visitor(main.address)
      for (const [name, value] of cookies) person.cookies.set(name, value)
      if (round === 0) {
        await person.signIn("admin", password)
        await person.send("PUT", "/api/communities", { name: "Acme", slug: "acme" })
        path = `/api/acme/chat-scripts/${field((await person.send("PUT", "/api/acme/chat-scripts", { name: "new" })).json(), "uuid")}`
        for (const [name, value] of person.cookies) cookies.set(name, value)
      }
      let isDead = false
      const goal = 3 + ((round * 7) % 23)
      let done = 0
      const reached = Promise.withResolvers<void>()
      const saving = Array.from({ length: savers }, async () => {
        while (!isDead) {
          const name = `save ${++saves}`
          const script = { name, public_name: name, language: "nl", instructions: [] }
          try {
            const answer = await person.send("PATCH", path, { script, markedForDelete: [] })
            expect(answer.status).toBe(200)
            const { revision } = revisionOf(answer.json())
            expect(acknowledged.has(revision)).toBe(false)
            acknowledged.set(revision, name)
            if (++done === goal) reached.resolve()
          } catch (error) {
            if (!isDead) throw error
          }
        }
      })
      await Promise.race([reached.promise, ...saving])
      isDead = true
      await main.end("SIGKILL")
      await Promise.all(saving)
    }

    const last = await startMain(env)
    const person = visitor(last.address)
    for (const [name, value] of cookies) person.cookies.set(name, value)
    const { revision } = revisionOf((await person.send("GET", path)).json())
    expect((await last.end("SIGTERM")).code).toBe(0)

    const database = await openDatabase({ databaseUrl: null, dataDir: folder }, () => undefined)
    const versions = await database.db.selectFrom("script_versions").select(["revision", "authored"]).orderBy("revision").execute()
    await database.close()
    removeDataDir(folder)
    expect(versions.map((it) => it.revision)).toEqual(Array.from({ length: revision }, (_, i) => i + 1))
    const kept = new Map(versions.map((it) => [it.revision, field(JSON.parse(it.authored), "name")]))
    expect(acknowledged.size).toBeGreaterThanOrEqual(kills * 3)
    for (const [at, name] of acknowledged) expect([at, kept.get(at)]).toEqual([at, name])
    // What is kept beyond that was under way at a kill.
    expect(kept.size - 1 - acknowledged.size).toBeLessThanOrEqual(kills * savers)
  },
  60_000 + kills * 20_000,
)

const revisionOf = (answer: unknown): { readonly revision: number } => {
  const revision: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "revision") : undefined
  if (typeof revision !== "number") throw new Error(`no revision in ${JSON.stringify(answer)}`)
  return { revision }
}
