// Sign-in form: username, password and verification code.
import fc from "fast-check"
import { expect, test } from "vitest"
import { codeViolations, credentialViolations, isSameUsername, stripCodeSpaces } from "../../domain/accounts/credentials.ts"

test("sign-in needs a username that is not blank and a password that may be spaces; each missing field has a violation", () => {
  const violations = (username: string, password: string) => credentialViolations({ username, password })
  const [name, password] = [
    { field: "username", message: "sign-in.blank.username" },
    { field: "password", message: "sign-in.blank.password" },
  ]
  expect(violations("anna", " ")).toEqual([])
  expect(violations("", "x")).toEqual([name])
  expect(violations(" ", "x")).toEqual([name])
  expect(violations("anna", "")).toEqual([password])
  expect(violations("", "")).toEqual([name, password])
})

test("usernames are compared without surrounding white space", () => {
  expect([isSameUsername(" anna", "anna\t"), isSameUsername("anna", "Anna"), isSameUsername("an na", "anna")]).toEqual([true, false, false])
})

const gaps = fc.array(fc.tuple(fc.nat(8), fc.constantFrom(" ", "\t", "\u00a0", "\n")), { maxLength: 4 })
const withGaps = (code: string, all: ReadonlyArray<readonly [number, string]>): string =>
  all.reduce((text, [at, gap]) => text.slice(0, at) + gap + text.slice(at), code)

test("spaces in a verification code are ignored, and only six digits are accepted", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{0,8}$/), gaps, (code, all) => {
      const typed = withGaps(code, all)
      expect(stripCodeSpaces(typed)).toBe(code)
      const message = code === "" ? "sign-in.blank.code" : "sign-in.code.incomplete"
      expect(codeViolations(typed)).toEqual(code.length === 6 ? [] : [{ field: "verificationCode", message }])
    }),
  )
})

test("a backup code is accepted in either case, with or without dashes and spaces", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-f]{4}(-[0-9a-f]{4}){2}$/), gaps, fc.boolean(), fc.boolean(), (code, all, upper, plain) => {
      const cased = upper ? code.toUpperCase() : code
      expect(codeViolations(withGaps(plain ? cased.replaceAll("-", "") : cased, all))).toEqual([])
    }),
  )
  for (const code of ["abc", "12", "1234567", "0123-4567-89a", "0123-4567-89ag", "0123-4567-89ab-c"])
    expect([code, codeViolations(code).length]).toEqual([code, 1])
})
