import fc from "fast-check"
import { expect, test } from "vitest"
import { codeViolations, credentialViolations, isSameUsername, stripCodeSpaces } from "../../domain/accounts/credentials.ts"

test("a sign-in is worth sending with a name and a password; the password may be spaces, the name may not; what is missing is named", () => {
  const missing = (username: string, password: string) => credentialViolations({ username, password })
  const [name, password] = [
    { field: "username", message: "sign-in.blank.username" },
    { field: "password", message: "sign-in.blank.password" },
  ]
  expect(missing("anna", " ")).toEqual([])
  expect(missing("", "x")).toEqual([name])
  expect(missing(" ", "x")).toEqual([name])
  expect(missing("anna", "")).toEqual([password])
  expect(missing("", "")).toEqual([name, password])
})

test("white space around a name makes no other account of it", () => {
  expect([isSameUsername(" anna", "anna\t"), isSameUsername("anna", "Anna"), isSameUsername("an na", "anna")]).toEqual([true, false, false])
})

const gaps = fc.array(fc.tuple(fc.nat(8), fc.constantFrom(" ", "\t", "\u00a0", "\n")), { maxLength: 4 })
const withGaps = (code: string, all: ReadonlyArray<readonly [number, string]>): string =>
  all.reduce((text, [at, gap]) => text.slice(0, at) + gap + text.slice(at), code)

test("a code is what was typed, without the spaces that apps put into it, and is tried with six digits only", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{0,8}$/), gaps, (code, all) => {
      const typed = withGaps(code, all)
      expect(stripCodeSpaces(typed)).toBe(code)
      const message = code === "" ? "sign-in.blank.code" : "sign-in.code.incomplete"
      expect(codeViolations(typed)).toEqual(code.length === 6 ? [] : [{ field: "verificationCode", message }])
    }),
  )
})

test("so is a backup code, in whichever case, with its dashes or without", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-f]{4}(-[0-9a-f]{4}){2}$/), gaps, fc.boolean(), fc.boolean(), (code, all, upper, plain) => {
      const cased = upper ? code.toUpperCase() : code
      expect(codeViolations(withGaps(plain ? cased.replaceAll("-", "") : cased, all))).toEqual([])
    }),
  )
  for (const code of ["abc", "12", "1234567", "0123-4567-89a", "0123-4567-89ag", "0123-4567-89ab-c"])
    expect([code, codeViolations(code).length]).toEqual([code, 1])
})
