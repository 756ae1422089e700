// What browser tests share: one running program, where each file has a community of its own.
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { programAddressVariable, startProgram } from "../fixtures/program.ts"

const setup = async (): Promise<() => Promise<void>> => {
  const dataDir = preparedDataDir()
  const program = await startProgram({ dataDir, DEMO: "0" })
  process.env[programAddressVariable] = program.address
  return async () => {
    await program.stop()
    removeDataDir(dataDir)
  }
}

export default setup
