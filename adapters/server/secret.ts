// The server's secret: SECRET_KEY, or one made once and kept in the data folder. Keys for single purposes are derived from it.
// Of several keys (`new,old`) the first signs and seals, and what any of them has sealed can be opened.
import { createHmac, hkdfSync, randomBytes } from "node:crypto"
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs"
import { dirname, join } from "node:path"
import { syncFolder } from "./database/sync.ts"
import { Refusal } from "./refusal.ts"
import type { Settings } from "./settings.ts"
import { openVault, type Vault } from "./vault.ts"

export type Secret = Vault & {
  /** A keyed hash (base64url) of a text, for one purpose. */
  readonly sign: (purpose: string, text: string) => string
  /** The hashes that it may have: those of all keys, the current one's first. What was signed before the key was changed counts on. */
  readonly signatures: (purpose: string, text: string) => ReadonlyArray<string>
}

export const openSecret = ({ secretKey, dataDir }: Pick<Settings, "secretKey" | "dataDir">): Secret => {
  const roots = (secretKey ?? kept(join(dataDir, "secret-key"))).split(",").map((root) => root.trim())
  const [sign = unsigned, ...earlier] = roots.map(signer)
  return { ...openVault(roots), sign, signatures: (purpose, text) => [sign, ...earlier].map((it) => it(purpose, text)) }
}

const unsigned = (): never => {
  throw new Error("signing needs a key")
}

const signer = (root: string): Secret["sign"] => {
  const keys = new Map<string, Buffer>()
  const key = (purpose: string): Buffer => {
    const made = keys.get(purpose) ?? Buffer.from(hkdfSync("sha256", root, "", purpose, 32))
    keys.set(purpose, made)
    return made
  }
  return (purpose, text) => createHmac("sha256", key(purpose)).update(text).digest("base64url")
}

/** The kept secret, or a new one, on the disk before it is used. */
const kept = (path: string): string => {
  const found = read(path)
  if (found !== undefined) {
    if (found.length < 32) throw new Refusal(`${path} does not hold the server's secret; restore it from a backup`)
    return found
  }
  const made = randomBytes(32).toString("base64url")
  const file = openSync(`${path}.new`, "w", 0o600)
  writeSync(file, made)
  fsyncSync(file)
  closeSync(file)
  renameSync(`${path}.new`, path)
  syncFolder(dirname(path))
  return made
}

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8").trim()
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw error
  }
}
