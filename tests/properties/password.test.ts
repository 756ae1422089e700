import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  constraintsOf,
  isCommonPassword,
  mayChangePassword,
  type PasswordComponent,
  passwordComponents,
  passwordProblems,
  strengthPercent,
  unmetRules,
} from "../../domain/accounts/password-rules.ts"

const asked = fc.subarray([...passwordComponents])
const password = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 140 }),
  fc.string({ maxLength: 20 }),
  fc.stringMatching(/^[a-zA-Z0-9!? ]{8,20}$/),
)
const strong = "Tulp-fiets-8-regenjas"

describe("passwords", () => {
  test("[U10] 100 percent is where length and every component are there, and only there", () => {
    fc.assert(
      fc.property(password, asked, (it, wanted) => {
        const constraints = constraintsOf(wanted)
        const missing = unmetRules(it, constraints).filter((rule) => rule !== "common" && rule !== "too-long")
        expect(strengthPercent(it, constraints) === 100).toBe(missing.length === 0)
      }),
    )
  })

  test("[U10] more characters never weaken it", () => {
    fc.assert(
      fc.property(password, password, asked, (it, more, wanted) => {
        const constraints = constraintsOf(wanted)
        const [before, after] = [strengthPercent(it, constraints), strengthPercent(it + more, constraints)]
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
  ])("[U10] of what is asked for, %j has with %j %i percent", (it, wanted, percent) => {
    expect(strengthPercent(it, constraintsOf(wanted))).toBe(percent)
  })

  test("[U10] of a component that is asked for more than once, all of it counts; where nothing is asked for, all is there", () => {
    const constraints = { minimumLength: 4, components: [{ name: "number" as const, characters: "0123456789", minimumOccurrences: 4 }] }
    expect(["abcd", "ab12", "1234", "12345"].map((it) => strengthPercent(it, constraints))).toEqual([50, 75, 100, 100])
    expect(["ab12", "1234"].map((it) => unmetRules(`${it}xyz.tulp`, constraints))).toEqual([["number"], []])
    expect(strengthPercent("", { minimumLength: 0, components: [] })).toBe(100)
  })

  test("[U2] 12 characters are enough, 128 not too many, counted as people count them", () => {
    const rules = (length: number) => unmetRules("🙂tulpfiets".repeat(20).slice(0, length + Math.ceil(length / 10)), constraintsOf([]))
    expect([rules(11), rules(12)]).toEqual([["too-short"], []])
    expect([unmetRules(strong.padEnd(128, "x"), constraintsOf([])), unmetRules(strong.padEnd(129, "x"), constraintsOf([]))]).toEqual([
      [],
      ["too-long"],
    ])
  })

  test.each<[string, ReadonlyArray<PasswordComponent>, ReadonlyArray<string>]>([
    ["", [...passwordComponents], ["too-short", "lowercase", "uppercase", "number", "symbol"]],
    ["tulpfietsregen", [...passwordComponents], ["uppercase", "number", "symbol"]],
    ["tulpfietsregen", [], []],
    ["Tulp-fiets-8", [...passwordComponents], []],
    ["Tulp-fiets-", [...passwordComponents], ["too-short", "number"]],
    ["😀".repeat(12), [], ["common"]],
    [`${strong}${"x".repeat(120)}`, [...passwordComponents], ["too-long"]],
  ])("[U2] %s with %j lacks %j", (it, wanted, unmet) => {
    expect(unmetRules(it, constraintsOf(wanted))).toEqual(unmet)
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
  ])("[U11] %s is a common one", (it) => {
    expect(isCommonPassword(it)).toBe(true)
  })

  test.each(["", strong, "Correct-Horse-7-Battery", "een wachtwoord dat lang is", "mijn admin heet Truus"])("[U11] %s is none", (it) => {
    expect(isCommonPassword(it)).toBe(false)
  })

  test("a change needs the old one (unless a token stands in), another new one, and the same twice", () => {
    const constraints = constraintsOf([...passwordComponents])
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
    expect(passwordProblems({ old: "", next: "", confirmation: "" }, constraintsOf([]))).toEqual({
      old: "missing",
      next: ["too-short"],
      confirmation: null,
    })
    expect(mayChangePassword({ old: null, next: strong, confirmation: strong }, constraints)).toBe(true)
    expect(mayChangePassword({ old: "", next: strong, confirmation: strong }, constraints)).toBe(false)
    expect(mayChangePassword({ old: null, next: "kort", confirmation: "kort" }, constraints)).toBe(false)
    expect(mayChangePassword({ old: null, next: strong, confirmation: `${strong}x` }, constraints)).toBe(false)
    fc.assert(
      fc.property(password, password, password, (old, next, confirmation) => {
        const may = mayChangePassword({ old, next, confirmation }, constraints)
        expect(may).toBe(old !== "" && old !== next && next === confirmation && unmetRules(next, constraints).length === 0)
      }),
    )
  })
})
