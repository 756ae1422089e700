// Shared by all browser tests: one running program, in which each test file has its own community, and one browser.
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { programAddressVariable, startProgram } from "../fixtures/program.ts"
import { browserEndpointVariable, launchBrowserServer } from "./chromium.ts"

const setup = async (): Promise<() => Promise<void>> => {
  const dataDir = preparedDataDir()
  const [program, browser] = await Promise.all([startProgram({ dataDir, DEMO: "0" }), launchBrowserServer()])
  process.env[programAddressVariable] = program.address
  process.env[browserEndpointVariable] = browser.wsEndpoint()
  return async () => {
    await browser.close()
    await program.stop()
    removeDataDir(dataDir)
  }
}

export default setup
