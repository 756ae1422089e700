import fc from "fast-check"
import { expect, test } from "vitest"
import { mayTry, mayVerify, tidyCode } from "../../domain/accounts/sign-in.ts"

test("a sign-in is worth sending with a name and a password; the password may be spaces, the name may not", () => {
  expect(mayTry({ username: "anna", password: " " })).toBe(true)
  for (const [username, password] of [
    ["", "x"],
    [" ", "x"],
    ["anna", ""],
    ["", ""],
  ] as const)
    expect(mayTry({ username, password })).toBe(false)
})

test("a code is what was typed, without the spaces that apps put into it", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\d{0,8}$/),
      fc.array(fc.tuple(fc.nat(8), fc.constantFrom(" ", "\t", "\u00a0", "\n")), { maxLength: 4 }),
      (code, gaps) => {
        const typed = gaps.reduce((text, [at, gap]) => text.slice(0, at) + gap + text.slice(at), code)
        expect(tidyCode(typed)).toBe(code)
        expect(mayVerify(typed)).toBe(code !== "")
      },
    ),
  )
})
