// Password rules, strength and changes of a password (U2, U10, U11).
import * as Schema from "effect/Schema"
import type { Violation } from "../findings/finding.ts"

/** The most frequent words in leaked passwords, in the languages of our users. */
const commonWords: ReadonlySet<string> = new Set(
  (
    "password passwort wachtwoord motdepasse contrasena contrasenya parola welcome welkom willkommen admin administrator " +
    "letmein login master qwerty qwertyuiop qwertz azerty azertyuiop asdfgh asdfghjkl zxcvbnm iloveyou monkey dragon sunshine " +
    "princess football baseball superman batman trustno changeme secret geheim default guest test testing user demo example " +
    "summer winter spring autumn zomer lente herfst sommer hello hallo bonjour freedom whatever starwars pokemon shadow " +
    "passphrase conversation conversationadmin correcthorsebatterystaple"
  ).split(" "),
)

const characterRuns = ["abcdefghijklmnopqrstuvwxyz", "01234567890123456789", "qwertyuiop", "asdfghjkl", "zxcvbnm", "azertyuiop"]

/** Longer than any accepted password (`passwordLength`), even counted in UTF-16 units. */
const maxSearchedLength = 256

/**
 * [U11] Whether a password is a repeated character, a run along the alphabet or keyboard, or a common word, whatever
 * its case and the digits and symbols around it.
 */
export const isCommonPassword = (password: string): boolean => {
  const lowerCase = password.toLowerCase()
  // Longer passwords fail the length rule anyway; skip the costly search for repetitions.
  if (lowerCase === "" || lowerCase.length > maxSearchedLength) return false
  if (new Set(lowerCase).size === 1) return true
  const unit = findRepeatedUnit(lowerCase)
  if (characterRuns.some((run) => run.includes(unit) || Array.from(run).reverse().join("").includes(unit))) return true
  return [lowerCase, stripDisguise(lowerCase)].some((it) => commonWords.has(findRepeatedUnit(it.replace(/[^\p{L}]/gu, ""))))
}

const lookalikes: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
}

/** Removes trailing digits and symbols, and replaces those within the word by the letters that they look like. */
const stripDisguise = (text: string): string => text.replace(/[^\p{L}]+$/u, "").replace(/[0-9@$!]/g, (sign) => lookalikes[sign] ?? sign)

/** Returns the unit that a text repeats (`abcabc` → `abc`), or the text itself. */
const findRepeatedUnit = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text

export const passwordComponents = ["lowercase", "uppercase", "number", "symbol"] as const
export type PasswordComponent = (typeof passwordComponents)[number]

/** Password rules as the server sends them: a minimum length, and minimum occurrences of characters of each component. */
export const PasswordConstraints = Schema.Struct({
  minimumLength: Schema.Int,
  components: Schema.Array(
    Schema.Struct({ name: Schema.Literals(passwordComponents), characters: Schema.String, minimumOccurrences: Schema.Int }),
  ),
})
export type PasswordConstraints = typeof PasswordConstraints.Type

/** [U2] Minimum and maximum number of characters (code points). */
export const passwordLength = { minimum: 12, maximum: 128 } as const

const componentCharacters = {
  lowercase: "abcdefghijklmnopqrstuvwxyz",
  uppercase: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  number: "0123456789",
  symbol: " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
} as const satisfies Record<PasswordComponent, string>

/** [U2] Returns the constraints that require one character of each of these components. */
export const buildPasswordConstraints = (components: ReadonlyArray<PasswordComponent>): PasswordConstraints => ({
  minimumLength: passwordLength.minimum,
  components: components.map((name) => ({ name, characters: componentCharacters[name], minimumOccurrences: 1 })),
})

export type UnmetRule = "too-short" | "too-long" | "common" | PasswordComponent

/** Returns the rules that a password does not meet, in display order. */
export const unmetRules = (password: string, constraints: PasswordConstraints): ReadonlyArray<UnmetRule> => {
  const characters = Array.from(password)
  return [
    ...(characters.length < constraints.minimumLength ? (["too-short"] as const) : []),
    ...constraints.components.flatMap((component) =>
      countOccurrences(characters, component.characters) < component.minimumOccurrences ? [component.name] : [],
    ),
    ...(characters.length > passwordLength.maximum ? (["too-long"] as const) : []),
    ...(isCommonPassword(password) ? (["common"] as const) : []),
  ]
}

/** [U10] Returns the strength in whole percent, rounded down: the share of required characters that are present. */
export const strengthPercent = (password: string, { minimumLength, components }: PasswordConstraints): number => {
  const characters = Array.from(password)
  const present = components.reduce(
    (sum, component) => sum + Math.min(countOccurrences(characters, component.characters), component.minimumOccurrences),
    Math.min(characters.length, minimumLength),
  )
  const required = components.reduce((sum, component) => sum + component.minimumOccurrences, minimumLength)
  return required === 0 ? 100 : Math.floor((100 * present) / required)
}

const countOccurrences = (characters: ReadonlyArray<string>, searched: string): number =>
  characters.filter((character) => searched.includes(character)).length

/** The fields of a password change; `old` is null if a reset token is used instead. */
export type PasswordChange = { readonly old: string | null; readonly next: string; readonly confirmation: string }
export type PasswordProblems = {
  readonly old: "missing" | null
  readonly next: ReadonlyArray<UnmetRule | "unchanged">
  readonly confirmation: "differs" | null
}

/** Returns the problems of a password change, by field. */
export const passwordProblems = ({ old, next, confirmation }: PasswordChange, constraints: PasswordConstraints): PasswordProblems => ({
  old: old === "" ? "missing" : null,
  next: [...unmetRules(next, constraints), ...(next !== "" && next === old ? (["unchanged"] as const) : [])],
  confirmation: confirmation === next ? null : "differs",
})

/** Returns the problems of a password change as violations of `oldPassword`, `newPassword` and `confirmPassword`. */
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

/** [U2, U11] Whether none of the three fields of a password change has a problem. */
export const canChangePassword = (change: PasswordChange, constraints: PasswordConstraints): boolean => {
  const { old, next, confirmation } = passwordProblems(change, constraints)
  return old === null && next.length === 0 && confirmation === null
}
