// Sealed secrets: they open for what they were sealed for, with any of the keys, and for nothing else.
import fc from "fast-check"
import { expect, test } from "vitest"
import { createSecretBox } from "../../adapters/server/security/server-secret.ts"

const [now, before] = ["the current key, long enough", "the key before that, long enough"] as const

test("what is sealed opens again, and is not in the sealed text", () => {
  const vault = createSecretBox([now])
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 8 }), fc.string(), (text, about) => {
      const sealed = vault.encrypt(text, about)
      expect(vault.decrypt(sealed, about)).toBe(text)
      expect(sealed).not.toContain(text)
      expect(vault.encrypt(text, about)).not.toBe(sealed)
      expect(() => vault.decrypt(sealed, `${about}!`)).toThrow("authenticate")
    }),
  )
})

test("not a bit of it can be changed", () => {
  const vault = createSecretBox([now])
  const [key = "", ...parts] = vault.encrypt("secret", "it").split(".")
  for (const [which, part] of parts.entries())
    for (const at of Buffer.from(part, "base64url").keys()) {
      const bytes = Buffer.from(part, "base64url")
      bytes[at] = (bytes[at] ?? 0) ^ 1
      const changed = [key, ...parts.with(which, bytes.toString("base64url"))].join(".")
      expect(() => vault.decrypt(changed, "it")).toThrow("authenticate")
    }
})

test("cut short, with a tag of fewer bytes, or not of this form at all it does not open", () => {
  const vault = createSecretBox([now])
  const [key = "", nonce = "", text = ""] = vault.encrypt("secret", "it").split(".")
  const bytes = Buffer.from(text, "base64url")
  for (let length = 0; length < bytes.length; length++) {
    const short = [key, nonce, bytes.subarray(0, length).toString("base64url")].join(".")
    expect(() => vault.decrypt(short, "it")).toThrow(/authenticat/)
  }
  // Node takes the last bytes for the tag: alone, without a text, a short one would be easy to guess.
  expect(() => vault.decrypt([key, nonce, bytes.subarray(-4).toString("base64url")].join("."), "it")).toThrow("authentication tag length")
  for (const odd of ["", ".", "..", "secret"]) expect(() => vault.decrypt(odd, "it")).toThrow("SECRET_KEY")
})

test("keys are changed by putting the new one first; without the old one what it sealed stays shut", () => {
  const sealed = createSecretBox([before]).encrypt("secret", "it")
  expect(createSecretBox([now, before]).decrypt(sealed, "it")).toBe("secret")
  expect(() => createSecretBox([now]).decrypt(sealed, "it")).toThrow("SECRET_KEY")
  expect(() => createSecretBox([before]).decrypt(createSecretBox([now, before]).encrypt("new", "it"), "it")).toThrow("SECRET_KEY")
})
