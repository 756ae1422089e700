// Guesses from response times whether an email address belongs to an account, on the built server with PostgreSQL, as an attacker does: the address
// and one that surely has no account are each sent to the password reset, and the one after which the server is slower is taken for known.
import fc from "fast-check"
import { emptyDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { startMain } from "../fixtures/main-process.ts"
import { startPostgres } from "../fixtures/postgres.ts"
import { admin, postgresSecretKey } from "../fixtures/program.ts"
import { visitor } from "../fixtures/server.ts"

/** How many of the guesses were right. */
export type GuessReport = { readonly right: number; readonly guesses: number }

/** Requests that are timed after a reset request. */
const timedRequests = 5

/** Guesses for as many addresses, half of which have an account. Returns null where there is no PostgreSQL. */
export const guessAccounts = async (guesses: number, seed: number): Promise<GuessReport | null> => {
  const postgres = await startPostgres()
  if (postgres === null) return null
  const dataDir = emptyDataDir()
  const environment = { DATA_DIR: dataDir, SECRET_KEY: postgresSecretKey, ADMIN_PASSWORD: admin.password, PROXIES: "1" }
  const main = await startMain({ ...environment, DATABASE_URL: await postgres.newDatabase() })
  try {
    const administrator = visitor(main.address)
    await administrator.signIn(admin.username, admin.password)
    for (let i = 0; i < guesses / 2; i++) {
      const user = { username: `user${i}`, email: `user${i}@example.org`, password: admin.password }
      const { status, text } = await administrator.send("PUT", "/api/users", user)
      if (status !== 200) throw new Error(text)
    }
    const attacker = visitor(main.address)
    let sent = 0
    const from = () => ({ "x-forwarded-for": `10.1.${sent >> 8}.${sent++ & 255}` })
    /** Milliseconds of the reset request and of the ones after it, which wait for what it has left to do. */
    const time = async (email: string): Promise<number> => {
      const start = performance.now()
      await attacker.send("POST", "/reset-password", { email }, from())
      for (let i = 0; i < timedRequests; i++) await attacker.send("GET", "/login", undefined, from())
      return performance.now() - start
    }
    for (let i = 0; i < 20; i++) await time(`nobody${i}@example.net`) // until the code is compiled
    const truths = Array.from({ length: guesses }, (_, i) => i % 2 === 0)
    const [order = []] = fc.sample(fc.shuffledSubarray(truths, { minLength: guesses, maxLength: guesses }), { seed, numRuns: 1 })
    const [isFirst = []] = fc.sample(fc.array(fc.boolean(), { minLength: guesses, maxLength: guesses }), { seed, numRuns: 1 })
    let right = 0
    let known = 0
    for (const [i, isKnown] of order.entries()) {
      const [subject, control] = [isKnown ? `user${known++}@example.org` : `user${i}@example.com`, `other${i}@example.net`]
      const emails = isFirst[i] === true ? [subject, control] : [control, subject]
      const times = new Map<string, number>()
      for (const email of emails) times.set(email, await time(email))
      const guess = (times.get(subject) ?? 0) > (times.get(control) ?? 0)
      if (guess === isKnown) right++
    }
    return { right, guesses }
  } finally {
    await main.end("SIGTERM")
    await postgres.stop()
    removeDataDir(dataDir)
  }
}
