// Outgoing mail: through SMTP_URL, or as `.eml` files in the data folder (contract "Settings").
import { randomUUIDv7 } from "node:crypto"
import { mkdir, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout } from "node:timers"
import type { Transaction } from "kysely"
import { createTransport } from "nodemailer"
import { fillPlaceholders, interfaceLanguages } from "../../../domain/catalog/catalog.ts"
import { mail as en } from "../../../domain/catalog/en/mail.ts"
import { mail as nl } from "../../../domain/catalog/nl/mail.ts"
import type { Tables } from "../database/tables.ts"
import { enqueueJob, type JobHandler } from "../jobs/job-queue.ts"
import type { ServerSecret } from "../security/server-secret.ts"
import type { Settings } from "../settings.ts"
import { syncFolder } from "../storage/disk.ts"

export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

export type MailTransport = {
  /** Hands the mail over to the mail server, or puts it into its file. A mail that is sent again under its `id` (uuid v7) is known as one. */
  readonly send: (mail: Mail, id?: string) => Promise<void>
  readonly close: () => void
}

type Where = Pick<Settings, "smtpUrl" | "mailFrom" | "dataDir">

export const openMailTransport = (where: Where): MailTransport =>
  where.smtpUrl === null ? openFileTransport(where) : openSmtpTransport(where.smtpUrl, where)

/** Milliseconds after which a mail server that says nothing is taken for gone. */
const timeoutMs = 20_000

const openSmtpTransport = (url: string, { mailFrom: from }: Where): MailTransport => {
  const transport = createTransport({ url, pool: true, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs })
  return {
    send: async (mail, id = randomUUIDv7()) => {
      await transport.sendMail({ ...mail, from, messageId: `<${id}@conversation-admin>` })
    },
    close: () => transport.close(),
  }
}

const openFileTransport = ({ dataDir, mailFrom: from }: Where): MailTransport => {
  const folder = join(dataDir, "mail")
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" })
  return {
    send: async (mail, id = randomUUIDv7()) => {
      const { message } = await composer.sendMail({ ...mail, from, messageId: `<${id}@conversation-admin>` })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Such names are in the order of time; who reads the folder never sees half a mail. What counts as sent outlives a power cut.
      const name = join(folder, id)
      await writeFile(`${name}.new`, message, { mode: 0o600, flush: true })
      await rename(`${name}.new`, `${name}.eml`)
      for (const at of [folder, dataDir]) syncFolder(at)
    },
    close: () => composer.close(),
  }
}

// Mails worded from the catalogue. Nobody's language is known to the server: a mail speaks all of the interface's, one below the other.

const texts: Readonly<Record<(typeof interfaceLanguages)[number], Readonly<Record<keyof typeof en, string>>>> = { en, nl }

export type MailTemplate = "reset" | "password" | "email" | "two-factor-on" | "two-factor-off" | "removal"
type Person = { readonly username: string; readonly email: string }

/** `values`: the link or address that the text has. */
export const composeMail = (
  occasion: MailTemplate,
  { username, email: to }: Person,
  values: Readonly<Record<string, string>> = {},
): Mail => ({
  to,
  subject: interfaceLanguages.map((language) => texts[language][`mail.${occasion}.subject`]).join(" / "),
  text: interfaceLanguages
    .map((language) => {
      const say = texts[language]
      return `${fillPlaceholders(say["mail.greeting"], { username })}\n\n${fillPlaceholders(say[`mail.${occasion}.text`], values)}\n`
    })
    .join("\n---\n\n"),
})

// Mails as jobs: sent once the change they tell of is kept, and again where the mail server is away (reliability I9).

const about = "mail"

/** Milliseconds in which the change that a mail belongs to is usually kept. */
const wakeDelayMs = 50

/** Makes the function that posts a mail within a change. It is kept sealed: it may hold a link that opens an account. */
export const createEnqueueMail =
  (secret: ServerSecret, now: () => Date, wake: () => void) =>
  async (change: Transaction<Tables>, mail: Mail): Promise<void> => {
    await enqueueJob(change, { kind: "mail", payload: secret.encrypt(JSON.stringify(mail), about), due: now() })
    setTimeout(wake, wakeDelayMs).unref()
  }

export const sendMail: JobHandler = async ({ secret, mailTransport }, payload, { id }) => {
  if (typeof payload !== "string") throw new Error("a mail is kept in a form that is not known")
  await mailTransport.send(JSON.parse(secret.decrypt(payload, about)), id)
}
