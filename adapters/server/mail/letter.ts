// Mails worded from the catalogue. Nobody's language is known to the server: a mail speaks all of the interface's, one below the other.
import { interfaceLanguages } from "../../../domain/catalogue/catalogue.ts"
import { mail as en } from "../../../domain/catalogue/en/mail.ts"
import { fillSlots } from "../../../domain/catalogue/fill-slots.ts"
import { mail as nl } from "../../../domain/catalogue/nl/mail.ts"
import type { Mail } from "./post.ts"

const texts: Readonly<Record<(typeof interfaceLanguages)[number], Readonly<Record<keyof typeof en, string>>>> = { en, nl }

export type Occasion = "reset" | "password" | "email" | "two-factor-on" | "two-factor-off" | "removal"
type Person = { readonly username: string; readonly email: string }

/** `values`: the link or address that the text has. */
export const letter = (occasion: Occasion, { username, email: to }: Person, values: Readonly<Record<string, string>> = {}): Mail => ({
  to,
  subject: interfaceLanguages.map((language) => texts[language][`mail.${occasion}.subject`]).join(" / "),
  text: interfaceLanguages
    .map((language) => {
      const say = texts[language]
      return `${fillSlots(say["mail.greeting"], { username })}\n\n${fillSlots(say[`mail.${occasion}.text`], values)}\n`
    })
    .join("\n---\n\n"),
})
