// The server's secret: SECRET_KEY, or one generated once and stored in the data folder. Derives keys for signing and
// encryption. Of several keys (`new,old`) the first signs and encrypts, and all of them decrypt.
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto"
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Settings, StartupError } from "../settings.ts"
import { syncFolder } from "../storage/disk.ts"

/** Encrypts secrets with AES-256-GCM. A ciphertext names its key, so that keys can be changed. */
export type SecretBox = {
  /** `context` binds the ciphertext to its owner: it only decrypts with the same context. */
  readonly encrypt: (text: string, context: string) => string
  /** Throws if the ciphertext belongs to another context, was modified, or was encrypted with a removed key. */
  readonly decrypt: (sealed: string, context: string) => string
  /** The prefix of all ciphertexts of the current key. */
  readonly currentKeyPrefix: string
  /** Whether a ciphertext's prefix belongs to one of the keys. */
  readonly hasKey: (prefix: string) => boolean
}

/** Bytes of the authentication tag; shorter tags are rejected. */
const tagBytes = 16

export const createSecretBox = (roots: ReadonlyArray<string>): SecretBox => {
  const keys = roots.map((root) => {
    const key = Buffer.from(hkdfSync("sha256", root, "", "vault", 32))
    return { key, id: createHash("sha256").update(key).digest("base64url").slice(0, 8) }
  })
  const [current] = keys
  if (current === undefined) throw new Error("a vault needs a key")
  return {
    currentKeyPrefix: `${current.id}.`,
    hasKey: (prefix) => keys.some(({ id }) => `${id}.` === prefix),
    encrypt: (text, context) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv("aes-256-gcm", current.key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()])
      return [current.id, nonce.toString("base64url"), sealed.toString("base64url")].join(".")
    },
    decrypt: (ciphertext, context) => {
      const [id, nonce = "", text = ""] = ciphertext.split(".")
      const matchingKey = keys.find((it) => it.id === id)
      if (matchingKey === undefined) throw new Error("this was sealed with a key that is not among those of SECRET_KEY")
      const sealed = Buffer.from(text, "base64url")
      const decipher = createDecipheriv("aes-256-gcm", matchingKey.key, Buffer.from(nonce, "base64url"), { authTagLength: tagBytes })
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(-tagBytes))
      return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).toString("utf8")
    },
  }
}

export type ServerSecret = SecretBox & {
  /** A keyed hash (base64url) of a text, for one purpose. */
  readonly sign: (purpose: string, text: string) => string
  /** The keyed hashes by all keys, the current key first, so that values signed before a key change stay valid. */
  readonly signWithAllKeys: (purpose: string, text: string) => ReadonlyArray<string>
  /** Whether a keyed hash is that of a text by one of the keys. Takes the same time wherever they differ. */
  readonly verify: (purpose: string, text: string, signature: string) => boolean
}

export const openServerSecret = ({ secretKey, dataDir }: Pick<Settings, "secretKey" | "dataDir">): ServerSecret => {
  const roots = (secretKey ?? readOrCreateKey(join(dataDir, "secret-key"))).split(",").map((root) => root.trim())
  const [sign = rejectUnsigned, ...earlier] = roots.map(createSigner)
  const signWithAllKeys: ServerSecret["signWithAllKeys"] = (purpose, text) => [sign, ...earlier].map((it) => it(purpose, text))
  const verify: ServerSecret["verify"] = (purpose, text, signature) => {
    const received = Buffer.from(signature)
    return signWithAllKeys(purpose, text).some((it) => {
      const expected = Buffer.from(it)
      return expected.length === received.length && timingSafeEqual(expected, received)
    })
  }
  return { ...createSecretBox(roots), sign, signWithAllKeys, verify }
}

const rejectUnsigned = (): never => {
  throw new Error("signing needs a key")
}

const createSigner = (root: string): ServerSecret["sign"] => {
  const keys = new Map<string, Buffer>()
  const deriveKey = (purpose: string): Buffer => {
    const derived = keys.get(purpose) ?? Buffer.from(hkdfSync("sha256", root, "", purpose, 32))
    keys.set(purpose, derived)
    return derived
  }
  return (purpose, text) => createHmac("sha256", deriveKey(purpose)).update(text).digest("base64url")
}

/** Returns the stored secret, or creates one, which is synced to disk before it is used. */
const readOrCreateKey = (path: string): string => {
  const stored = readKeyFile(path)
  if (stored !== undefined) {
    if (stored.length < 32) throw new StartupError(`${path} does not hold the server's secret; restore it from a backup`)
    return stored
  }
  const created = randomBytes(32).toString("base64url")
  const file = openSync(`${path}.new`, "w", 0o600)
  writeSync(file, created)
  fsyncSync(file)
  closeSync(file)
  renameSync(`${path}.new`, path)
  syncFolder(dirname(path))
  return created
}

const readKeyFile = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8").trim()
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw error
  }
}

/** Encryption contexts of long-lived secrets: a ciphertext only decrypts for the row it belongs to. */
export const encryptionContext = {
  totp: (user: string) => `totp ${user}`,
  option: (community: string, key: string) => `option ${community}/${key}`,
  connection: (id: string) => `connection ${id}`,
  tokens: (id: string) => `tokens of connection ${id}`,
} as const
