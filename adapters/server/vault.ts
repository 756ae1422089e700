// Secrets of others that have to be read again, sealed with AES-256-GCM. What is sealed names its key, so that keys can
// be changed: the first of SECRET_KEY's keys seals, all of them open.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto"

export type Vault = {
  /** `about` binds it to what it belongs to: it opens for that only. */
  readonly seal: (text: string, about: string) => string
  /** Throws where it was sealed for something else, changed, or sealed with a key that is not there any more. */
  readonly open: (sealed: string, about: string) => string
  /** What everything begins with that is sealed with the current key. */
  readonly mark: string
  /** Whether what begins with this mark was sealed with one of the keys. */
  readonly knows: (mark: string) => boolean
}

/** Bytes by which a change is noticed; fewer are refused. */
const tag = 16

export const openVault = (roots: ReadonlyArray<string>): Vault => {
  const keys = roots.map((root) => {
    const key = Buffer.from(hkdfSync("sha256", root, "", "vault", 32))
    return { key, id: createHash("sha256").update(key).digest("base64url").slice(0, 8) }
  })
  const [current] = keys
  if (current === undefined) throw new Error("a vault needs a key")
  return {
    mark: `${current.id}.`,
    knows: (mark) => keys.some(({ id }) => `${id}.` === mark),
    seal: (text, about) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv("aes-256-gcm", current.key, nonce, { authTagLength: tag }).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()])
      return [current.id, nonce.toString("base64url"), sealed.toString("base64url")].join(".")
    },
    open: (whole, about) => {
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
