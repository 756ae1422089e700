// What all test files share: a data folder to copy, and a PostgreSQL server with a migrated database to copy. Creating them once saves each
// file the seconds that a new database takes.
import { buildStaleTargets } from "../adapters/server/launch/build.ts"
import { emptyDataDir, preparedDataDirVariable, removeDataDir } from "./fixtures/data-dir.ts"
import { startMain } from "./fixtures/main-process.ts"
import { type Postgres, postgresUrlVariable, startPostgres, templateDatabase } from "./fixtures/postgres.ts"
import { admin, postgresSecretKey } from "./fixtures/program.ts"

/** Starts a server, which creates and migrates its database, and stops it. */
const createDatabase = async (settings: Readonly<Record<string, string>>): Promise<void> => {
  const server = await startMain({ ADMIN_PASSWORD: admin.password, ...settings })
  const { code, complaints } = await server.end("SIGTERM")
  if (code !== 0) throw new Error(`the server for the prepared database ended with ${code}: ${complaints}`)
}

const prepareDataDir = async (): Promise<string> => {
  const folder = emptyDataDir()
  await createDatabase({ DATA_DIR: folder })
  process.env[preparedDataDirVariable] = folder
  return folder
}

const preparePostgres = async (dataDir: string): Promise<Postgres | null> => {
  const postgres = await startPostgres({ isDurable: false })
  if (postgres === null) return null
  const url = await postgres.newDatabase(templateDatabase)
  await createDatabase({ DATA_DIR: dataDir, DATABASE_URL: url, SECRET_KEY: postgresSecretKey })
  process.env[postgresUrlVariable] = url
  return postgres
}

const setup = async (): Promise<() => Promise<void>> => {
  await buildStaleTargets(["server"])
  const uploads = emptyDataDir()
  const [dataDir, postgres] = await Promise.all([prepareDataDir(), preparePostgres(uploads)])
  return async () => {
    await postgres?.stop()
    removeDataDir(dataDir)
    removeDataDir(uploads)
  }
}

export default setup
