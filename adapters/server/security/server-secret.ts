// The server's secret: SECRET_KEY, or one made once and kept in the data folder. Keys for single purposes are derived from it.
// Of several keys (`new,old`) the first signs and seals, and what any of them has sealed can be opened.
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto"
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Settings } from "../settings.ts"
import { StartupError } from "../startup-error.ts"
import { syncFolder } from "../storage/disk.ts"

// Secrets of others that have to be read again, sealed with AES-256-GCM. What is sealed names its key, so that keys can
// be changed: the first of SECRET_KEY's keys seals, all of them open.

export type SecretBox = {
  /** `about` binds it to what it belongs to: it opens for that only. */
  readonly encrypt: (text: string, about: string) => string
  /** Throws where it was sealed for something else, changed, or sealed with a key that is not there any more. */
  readonly decrypt: (sealed: string, about: string) => string
  /** What everything begins with that is sealed with the current key. */
  readonly currentKeyPrefix: string
  /** Whether what begins with this mark was sealed with one of the keys. */
  readonly hasKey: (mark: string) => boolean
}

/** Bytes by which a change is noticed; fewer are refused. */
const tag = 16

export const createSecretBox = (roots: ReadonlyArray<string>): SecretBox => {
  const keys = roots.map((root) => {
    const key = Buffer.from(hkdfSync("sha256", root, "", "vault", 32))
    return { key, id: createHash("sha256").update(key).digest("base64url").slice(0, 8) }
  })
  const [current] = keys
  if (current === undefined) throw new Error("a vault needs a key")
  return {
    currentKeyPrefix: `${current.id}.`,
    hasKey: (mark) => keys.some(({ id }) => `${id}.` === mark),
    encrypt: (text, about) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv("aes-256-gcm", current.key, nonce, { authTagLength: tag }).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()])
      return [current.id, nonce.toString("base64url"), sealed.toString("base64url")].join(".")
    },
    decrypt: (whole, about) => {
      const [id, nonce = "", text = ""] = whole.split(".")
      const found = keys.find((it) => it.id === id)
      if (found === undefined) throw new Error("this was sealed with a key that is not among those of SECRET_KEY")
      const sealed = Buffer.from(text, "base64url")
      const decipher = createDecipheriv("aes-256-gcm", found.key, Buffer.from(nonce, "base64url"), { authTagLength: tag })
        .setAAD(Buffer.from(about))
        .setAuthTag(sealed.subarray(-tag))
      return Buffer.concat([decipher.update(sealed.subarray(0, -tag)), decipher.final()]).toString("utf8")
    },
  }
}

export type ServerSecret = SecretBox & {
  /** A keyed hash (base64url) of a text, for one purpose. */
  readonly sign: (purpose: string, text: string) => string
  /** The hashes that it may have: those of all keys, the current one's first. What was signed before the key was changed counts on. */
  readonly signWithAllKeys: (purpose: string, text: string) => ReadonlyArray<string>
}

export const openServerSecret = ({ secretKey, dataDir }: Pick<Settings, "secretKey" | "dataDir">): ServerSecret => {
  const roots = (secretKey ?? readOrCreateKey(join(dataDir, "secret-key"))).split(",").map((root) => root.trim())
  const [sign = unsigned, ...earlier] = roots.map(signer)
  return { ...createSecretBox(roots), sign, signWithAllKeys: (purpose, text) => [sign, ...earlier].map((it) => it(purpose, text)) }
}

const unsigned = (): never => {
  throw new Error("signing needs a key")
}

const signer = (root: string): ServerSecret["sign"] => {
  const keys = new Map<string, Buffer>()
  const key = (purpose: string): Buffer => {
    const made = keys.get(purpose) ?? Buffer.from(hkdfSync("sha256", root, "", purpose, 32))
    keys.set(purpose, made)
    return made
  }
  return (purpose, text) => createHmac("sha256", key(purpose)).update(text).digest("base64url")
}

/** The kept secret, or a new one, on the disk before it is used. */
const readOrCreateKey = (path: string): string => {
  const found = read(path)
  if (found !== undefined) {
    if (found.length < 32) throw new StartupError(`${path} does not hold the server's secret; restore it from a backup`)
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

// What each thing is sealed for that the vault keeps for long: it opens for that only (server-secret.ts).

export const encryptionContext = {
  totp: (user: string) => `totp ${user}`,
  option: (community: string, key: string) => `option ${community}/${key}`,
  connection: (id: string) => `connection ${id}`,
  tokens: (id: string) => `tokens of connection ${id}`,
} as const
