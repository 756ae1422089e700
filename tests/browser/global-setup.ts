// What browser tests share: one running program, where each file has a community of its own.
import { removeDataDir } from "../fixtures/data-dir.ts"
import { programAddressVariable, screenDatabase, startProgram } from "../fixtures/program.ts"

const setup = async (): Promise<() => Promise<void>> => {
  const program = await startProgram({ ...(await screenDatabase()), DEMO: "0" })
  process.env[programAddressVariable] = program.address
  return async () => {
    await program.stop()
    removeDataDir(program.dataDir)
  }
}

export default setup
