// Encryption at rest: a value can be decrypted with any of the keys, and only for the subject it was encrypted for.
import fc from "fast-check"
import { expect, test } from "vitest"
import { createSecretBox } from "../../adapters/server/security/server-secret.ts"

const [currentKey, previousKey] = ["the current key, long enough", "the key before that, long enough"] as const

test("decrypts what was encrypted for the same subject, and does not contain the text", () => {
  const box = createSecretBox([currentKey])
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 8 }), fc.string(), (text, about) => {
      const encrypted = box.encrypt(text, about)
      expect(box.decrypt(encrypted, about)).toBe(text)
      expect(encrypted).not.toContain(text)
      expect(box.encrypt(text, about)).not.toBe(encrypted)
      expect(() => box.decrypt(encrypted, `${about}!`)).toThrow("authenticate")
    }),
  )
})

test("rejects a value with a changed bit", () => {
  const box = createSecretBox([currentKey])
  const [key = "", ...parts] = box.encrypt("secret", "it").split(".")
  for (const [which, part] of parts.entries())
    for (const at of Buffer.from(part, "base64url").keys()) {
      const bytes = Buffer.from(part, "base64url")
      bytes[at] = (bytes[at] ?? 0) ^ 1
      const changed = [key, ...parts.with(which, bytes.toString("base64url"))].join(".")
      expect(() => box.decrypt(changed, "it")).toThrow("authenticate")
    }
})

test("rejects a value that is cut short, has a short tag or has another form", () => {
  const box = createSecretBox([currentKey])
  const [key = "", nonce = "", text = ""] = box.encrypt("secret", "it").split(".")
  const bytes = Buffer.from(text, "base64url")
  for (let length = 0; length < bytes.length; length++) {
    const short = [key, nonce, bytes.subarray(0, length).toString("base64url")].join(".")
    expect(() => box.decrypt(short, "it")).toThrow(/authenticat/)
  }
  // Node takes the last bytes for the tag: a short tag without a text would be easy to guess.
  expect(() => box.decrypt([key, nonce, bytes.subarray(-4).toString("base64url")].join("."), "it")).toThrow("authentication tag length")
  for (const odd of ["", ".", "..", "secret"]) expect(() => box.decrypt(odd, "it")).toThrow("SECRET_KEY")
})

test("encrypts with the first key, and decrypts with the key that was used if it is still listed", () => {
  const encrypted = createSecretBox([previousKey]).encrypt("secret", "it")
  expect(createSecretBox([currentKey, previousKey]).decrypt(encrypted, "it")).toBe("secret")
  expect(() => createSecretBox([currentKey]).decrypt(encrypted, "it")).toThrow("SECRET_KEY")
  expect(() => createSecretBox([previousKey]).decrypt(createSecretBox([currentKey, previousKey]).encrypt("new", "it"), "it")).toThrow(
    "SECRET_KEY",
  )
})
