// Password rules: strength, missing components, common passwords, and changing a password.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  buildPasswordConstraints,
  canChangePassword,
  isCommonPassword,
  type PasswordComponent,
  passwordComponents,
  passwordProblems,
  strengthPercent,
  unmetRules,
} from "../../domain/accounts/password-rules.ts"

const components = fc.subarray([...passwordComponents])
const password = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 140 }),
  fc.string({ maxLength: 20 }),
  fc.stringMatching(/^[a-zA-Z0-9!? ]{8,20}$/),
)
const strong = "Tulp-fiets-8-regenjas"

describe("passwords", () => {
  test("[U10] have a strength of 100 percent exactly if the length and every component are met", () => {
    fc.assert(
      fc.property(password, components, (password, required) => {
        const constraints = buildPasswordConstraints(required)
        const missing = unmetRules(password, constraints).filter((rule) => rule !== "common" && rule !== "too-long")
        expect(strengthPercent(password, constraints) === 100).toBe(missing.length === 0)
      }),
    )
  })

  test("[U10] never get weaker with more characters", () => {
    fc.assert(
      fc.property(password, password, components, (password, more, required) => {
        const constraints = buildPasswordConstraints(required)
        const [before, after] = [strengthPercent(password, constraints), strengthPercent(password + more, constraints)]
        expect(after).toBeGreaterThanOrEqual(before)
        expect(before).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test.each<[string, ReadonlyArray<PasswordComponent>, number]>([
    ["", [...passwordComponents], 0],
    ["tulp", [...passwordComponents], 31],
    ["TULPEN", ["uppercase"], 53],
    ["tulp tulp tulp", ["lowercase", "number"], 92],
    ["tulpen", [], 50],
  ])("[U10] %j with required %j has a strength of %i percent", (password, required, percent) => {
    expect(strengthPercent(password, buildPasswordConstraints(required))).toBe(percent)
  })

  test("[U10] count every occurrence of a component that is required several times; without requirements the strength is 100 percent", () => {
    const constraints = { minimumLength: 4, components: [{ name: "number" as const, characters: "0123456789", minimumOccurrences: 4 }] }
    expect(["abcd", "ab12", "1234", "12345"].map((password) => strengthPercent(password, constraints))).toEqual([50, 75, 100, 100])
    expect(["ab12", "1234"].map((password) => unmetRules(`${password}xyz.tulp`, constraints))).toEqual([["number"], []])
    expect(strengthPercent("", { minimumLength: 0, components: [] })).toBe(100)
  })

  test("[U2] have 12 to 128 characters, counted as graphemes", () => {
    const rules = (length: number) =>
      unmetRules("🙂tulpfiets".repeat(20).slice(0, length + Math.ceil(length / 10)), buildPasswordConstraints([]))
    expect([rules(11), rules(12)]).toEqual([["too-short"], []])
    expect([
      unmetRules(strong.padEnd(128, "x"), buildPasswordConstraints([])),
      unmetRules(strong.padEnd(129, "x"), buildPasswordConstraints([])),
    ]).toEqual([[], ["too-long"]])
  })

  test.each<[string, ReadonlyArray<PasswordComponent>, ReadonlyArray<string>]>([
    ["", [...passwordComponents], ["too-short", "lowercase", "uppercase", "number", "symbol"]],
    ["tulpfietsregen", [...passwordComponents], ["uppercase", "number", "symbol"]],
    ["tulpfietsregen", [], []],
    ["Tulp-fiets-8", [...passwordComponents], []],
    ["Tulp-fiets-", [...passwordComponents], ["too-short", "number"]],
    ["😀".repeat(12), [], ["common"]],
    [`${strong}${"x".repeat(120)}`, [...passwordComponents], ["too-long"]],
  ])("[U2] %s with required %j lacks %j", (password, required, unmet) => {
    expect(unmetRules(password, buildPasswordConstraints(required))).toEqual(unmet)
  })

  test.each([
    "password",
    "Password1234!",
    "P@ssw0rd2026!!",
    "W@chtw00rd12345",
    "passwordpassword",
    "aaaaaaaaaaaaaa",
    "abcdefghijklmnop",
    "987654321098765",
    "qwertyuiop",
    "Welkom2026!!",
    "correct horse battery staple",
    "Azertyuiop",
    "lkjhgfdsa",
    "zyxwvutsrqponmlkjih",
    "abcabcabcabc",
    "567567567567",
    "M0nk3y!2026",
  ])("[U11] %s is common", (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  test.each(["", strong, "Correct-Horse-7-Battery", "een wachtwoord dat lang is", "mijn admin heet Truus"])(
    "[U11] %s is not common",
    (password) => {
      expect(isCommonPassword(password)).toBe(false)
    },
  )

  test("are changed with the old password or a token, a different new one, and a matching confirmation", () => {
    const constraints = buildPasswordConstraints([...passwordComponents])
    expect(passwordProblems({ old: "", next: strong, confirmation: strong }, constraints)).toEqual({
      old: "missing",
      next: [],
      confirmation: null,
    })
    expect(passwordProblems({ old: strong, next: strong, confirmation: "" }, constraints)).toEqual({
      old: null,
      next: ["unchanged"],
      confirmation: "differs",
    })
    expect(passwordProblems({ old: "", next: "", confirmation: "" }, buildPasswordConstraints([]))).toEqual({
      old: "missing",
      next: ["too-short"],
      confirmation: null,
    })
    expect(canChangePassword({ old: null, next: strong, confirmation: strong }, constraints)).toBe(true)
    expect(canChangePassword({ old: "", next: strong, confirmation: strong }, constraints)).toBe(false)
    expect(canChangePassword({ old: null, next: "kort", confirmation: "kort" }, constraints)).toBe(false)
    expect(canChangePassword({ old: null, next: strong, confirmation: `${strong}x` }, constraints)).toBe(false)
    fc.assert(
      fc.property(password, password, password, (old, next, confirmation) => {
        const isAllowed = canChangePassword({ old, next, confirmation }, constraints)
        expect(isAllowed).toBe(old !== "" && old !== next && next === confirmation && unmetRules(next, constraints).length === 0)
      }),
    )
  })
})
