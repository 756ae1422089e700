// What a password must have (spec/1-console §3, §5; decisions U2, U10, U11).
import * as Schema from "effect/Schema"
import type { Violation } from "../failure.ts"

// Passwords that are guessed first: words that everyone uses, however they are dressed up (decisions U11).

/** Words at the core of the passwords that leaks hold most of, in the languages of our users. */
const words: ReadonlySet<string> = new Set(
  (
    "password passwort wachtwoord motdepasse contrasena contrasenya parola welcome welkom willkommen admin administrator " +
    "letmein login master qwerty qwertyuiop qwertz azerty azertyuiop asdfgh asdfghjkl zxcvbnm iloveyou monkey dragon sunshine " +
    "princess football baseball superman batman trustno changeme secret geheim default guest test testing user demo example " +
    "summer winter spring autumn zomer lente herfst sommer hello hallo bonjour freedom whatever starwars pokemon shadow " +
    "passphrase conversation conversationadmin correcthorsebatterystaple"
  ).split(" "),
)

const rows = ["abcdefghijklmnopqrstuvwxyz", "01234567890123456789", "qwertyuiop", "asdfghjkl", "zxcvbnm", "azertyuiop"]

/** No accepted password is longer (`passwordLength`), even counted in UTF-16 units. */
const longestSearched = 256

/** [U11] One character over and over, a run along the alphabet or the keyboard, or a common word with digits, signs and case around it. */
export const isCommonPassword = (password: string): boolean => {
  const plain = password.toLowerCase()
  // A longer one is refused for its length, and is not worth the search for what it repeats.
  if (plain === "" || plain.length > longestSearched) return false
  if (new Set(plain).size === 1) return true
  const inARow = repeated(plain)
  if (rows.some((row) => row.includes(inARow) || Array.from(row).reverse().join("").includes(inARow))) return true
  return [plain, undressed(plain)].some((it) => words.has(repeated(it.replace(/[^\p{L}]/gu, ""))))
}

const dress: Readonly<Record<string, string>> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s", "!": "i" }

/** Digits and signs at the end are an addition; within the word they stand for letters. */
const undressed = (text: string): string => text.replace(/[^\p{L}]+$/u, "").replace(/[0-9@$!]/g, (sign) => dress[sign] ?? sign)

/** What a text repeats (`abcabc` → `abc`), or the text itself. */
const repeated = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text

export const passwordComponents = ["lowercase", "uppercase", "number", "symbol"] as const
export type PasswordComponent = (typeof passwordComponents)[number]

/** As the server tells them: characters at least, and of each component so many of its characters. */
export const PasswordConstraints = Schema.Struct({
  minimumLength: Schema.Int,
  components: Schema.Array(
    Schema.Struct({ name: Schema.Literals(passwordComponents), characters: Schema.String, minimumOccurrences: Schema.Int }),
  ),
})
export type PasswordConstraints = typeof PasswordConstraints.Type

/** [U2] Characters at least and at most. */
export const passwordLength = { minimum: 12, maximum: 128 } as const

const characters = {
  lowercase: "abcdefghijklmnopqrstuvwxyz",
  uppercase: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  number: "0123456789",
  symbol: " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
} as const satisfies Record<PasswordComponent, string>

/** [U2] The constraints where these components are asked for: one character of each. */
export const constraintsOf = (asked: ReadonlyArray<PasswordComponent>): PasswordConstraints => ({
  minimumLength: passwordLength.minimum,
  components: asked.map((name) => ({ name, characters: characters[name], minimumOccurrences: 1 })),
})

export type UnmetRule = "too-short" | "too-long" | "common" | PasswordComponent

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
