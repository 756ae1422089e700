// Outgoing mail: composed, enqueued as jobs, and sent through SMTP_URL or written as `.eml` files to the data folder.
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
  /** Sends the mail, or writes its file. A mail sent again with the same `id` (uuid v7) is recognizable as one mail. */
  readonly send: (mail: Mail, id?: string) => Promise<void>
  readonly close: () => void
}

type MailSettings = Pick<Settings, "smtpUrl" | "mailFrom" | "dataDir">

export const openMailTransport = (settings: MailSettings): MailTransport =>
  settings.smtpUrl === null ? openFileTransport(settings) : openSmtpTransport(settings.smtpUrl, settings)

/** Milliseconds after which a silent mail server counts as unreachable. */
const timeoutMs = 20_000

const openSmtpTransport = (url: string, { mailFrom: from }: MailSettings): MailTransport => {
  const transport = createTransport({ url, pool: true, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs })
  return {
    send: async (mail, id = randomUUIDv7()) => {
      await transport.sendMail({ ...mail, from, messageId: `<${id}@conversation-admin>` })
    },
    close: () => transport.close(),
  }
}

const openFileTransport = ({ dataDir, mailFrom: from }: MailSettings): MailTransport => {
  const folder = join(dataDir, "mail")
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" })
  return {
    send: async (mail, id = randomUUIDv7()) => {
      const { message } = await composer.sendMail({ ...mail, from, messageId: `<${id}@conversation-admin>` })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Names sort by time. The rename hides half-written mails, and the syncs make a sent mail survive a power cut.
      const name = join(folder, id)
      await writeFile(`${name}.new`, message, { mode: 0o600, flush: true })
      await rename(`${name}.new`, `${name}.eml`)
      for (const path of [folder, dataDir]) syncFolder(path)
    },
    close: () => composer.close(),
  }
}

const messages: Readonly<Record<(typeof interfaceLanguages)[number], Readonly<Record<keyof typeof en, string>>>> = { en, nl }

export type MailTemplate = "reset" | "password" | "email" | "two-factor-on" | "two-factor-off" | "removal"
type Recipient = { readonly username: string; readonly email: string }

/**
 * Composes a mail from the catalog, in all interface languages one below the other: the server does not know the
 * recipient's language. `values` fill the placeholders of the text.
 */
export const composeMail = (
  template: MailTemplate,
  { username, email: to }: Recipient,
  values: Readonly<Record<string, string>> = {},
): Mail => ({
  to,
  subject: interfaceLanguages.map((language) => messages[language][`mail.${template}.subject`]).join(" / "),
  text: interfaceLanguages
    .map((language) => {
      const localized = messages[language]
      return `${fillPlaceholders(localized["mail.greeting"], { username })}\n\n${fillPlaceholders(localized[`mail.${template}.text`], values)}\n`
    })
    .join("\n---\n\n"),
})

const mailEncryptionContext = "mail"

/** Milliseconds within which the mail's transaction has usually committed. */
const wakeDelayMs = 50

/** Creates the function that enqueues a mail, encrypted because it may hold a link that opens an account. */
export const createEnqueueMail =
  (secret: ServerSecret, now: () => Date, wake: () => void) =>
  async (trx: Transaction<Tables>, mail: Mail): Promise<void> => {
    await enqueueJob(trx, { kind: "mail", payload: secret.encrypt(JSON.stringify(mail), mailEncryptionContext), due: now() })
    setTimeout(wake, wakeDelayMs).unref()
  }

export const sendMail: JobHandler = async ({ secret, mailTransport }, payload, { id }) => {
  if (typeof payload !== "string") throw new Error("a mail is kept in a form that is not known")
  await mailTransport.send(JSON.parse(secret.decrypt(payload, mailEncryptionContext)), id)
}
