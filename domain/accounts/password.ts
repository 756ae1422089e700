// What a password must have (spec/1-console §3, §5; decisions U2, U10, U11).
import * as Schema from "effect/Schema"
import type { Violation } from "../failure.ts"
import { isCommonPassword } from "./common-password.ts"

export const components = ["lowercase", "uppercase", "number", "symbol"] as const
export type Component = (typeof components)[number]

/** As the server tells them: characters at least, and of each component so many of its characters. */
export const PasswordConstraints = Schema.Struct({
  minimumLength: Schema.Int,
  components: Schema.Array(Schema.Struct({ name: Schema.Literals(components), characters: Schema.String, minimumOccurrences: Schema.Int })),
})
export type PasswordConstraints = typeof PasswordConstraints.Type

/** [U2] Characters at least and at most. */
export const passwordLength = { minimum: 12, maximum: 128 } as const

const characters = {
  lowercase: "abcdefghijklmnopqrstuvwxyz",
  uppercase: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  number: "0123456789",
  symbol: " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
} as const satisfies Record<Component, string>

/** [U2] The constraints where these components are asked for: one character of each. */
export const constraintsOf = (asked: ReadonlyArray<Component>): PasswordConstraints => ({
  minimumLength: passwordLength.minimum,
  components: asked.map((name) => ({ name, characters: characters[name], minimumOccurrences: 1 })),
})

export type UnmetRule = "too-short" | "too-long" | "common" | Component

/** The rules that a password does not meet yet, in the order in which they are listed. */
export const unmetRules = (password: string, constraints: PasswordConstraints): ReadonlyArray<UnmetRule> => {
  const all = Array.from(password)
  return [
    ...(all.length < constraints.minimumLength ? (["too-short"] as const) : []),
    ...constraints.components.flatMap((it) => (occurrences(all, it.characters) < it.minimumOccurrences ? [it.name] : [])),
    ...(all.length > passwordLength.maximum ? (["too-long"] as const) : []),
    ...(isCommonPassword(password) ? (["common"] as const) : []),
  ]
}

/** [U10] How much of what is asked for is there, in whole percents; 100 only where all of it is. */
export const strengthPercent = (password: string, { minimumLength, components: asked }: PasswordConstraints): number => {
  const all = Array.from(password)
  const have = asked.reduce(
    (sum, it) => sum + Math.min(occurrences(all, it.characters), it.minimumOccurrences),
    Math.min(all.length, minimumLength),
  )
  const needed = asked.reduce((sum, it) => sum + it.minimumOccurrences, minimumLength)
  return needed === 0 ? 100 : Math.floor((100 * have) / needed)
}

const occurrences = (all: ReadonlyArray<string>, wanted: string): number => all.filter((it) => wanted.includes(it)).length

/** What is typed to change a password; `old` is null where a reset token stands in for it. */
export type PasswordChange = { readonly old: string | null; readonly next: string; readonly confirmation: string }
export type PasswordProblems = {
  readonly old: "missing" | null
  readonly next: ReadonlyArray<UnmetRule | "unchanged">
  readonly confirmation: "differs" | null
}

/** What keeps a change of password from being sent, by field. */
export const passwordProblems = ({ old, next, confirmation }: PasswordChange, constraints: PasswordConstraints): PasswordProblems => ({
  old: old === "" ? "missing" : null,
  next: [...unmetRules(next, constraints), ...(next !== "" && next === old ? (["unchanged"] as const) : [])],
  confirmation: confirmation === next ? null : "differs",
})

/** The same by the fields of the form and of the payload: `oldPassword`, `newPassword`, `confirmPassword`. */
export const passwordViolations = (change: PasswordChange, constraints: PasswordConstraints): ReadonlyArray<Violation> => {
  const { old, next, confirmation } = passwordProblems(change, constraints)
  return [
    ...(old === null ? [] : [{ field: "oldPassword", message: "ERROR.PASSWORD_NEEDED" }]),
    ...(next.length === 0
      ? []
      : [{ field: "newPassword", message: next.includes("unchanged") ? "ERROR.PASSWORD_UNCHANGED" : "ERROR.PASSWORD_WEAK" }]),
    ...(confirmation === null ? [] : [{ field: "confirmPassword", message: "ERROR.PASSWORD_DIFFERS" }]),
  ]
}

/** Whether a change of password can be sent: nothing is wrong with any of its three fields (spec/3-community §5; decisions U2, U11). */
export const mayChangePassword = (change: PasswordChange, constraints: PasswordConstraints): boolean => {
  const { old, next, confirmation } = passwordProblems(change, constraints)
  return old === null && next.length === 0 && confirmation === null
}
