// Outgoing mail: composed, and enqueued as jobs.

import { setTimeout } from "node:timers"
import * as Schema from "effect/Schema"
import type { Transaction } from "kysely"
import { fillPlaceholders, interfaceLanguages } from "../../../domain/catalog/catalog.ts"
import { mail as en } from "../../../domain/catalog/en/mail.ts"
import { mail as nl } from "../../../domain/catalog/nl/mail.ts"
import type { Tables } from "../database/tables.ts"
import { defineJob, type JobHandler } from "../jobs/job-definition.ts"
import { enqueueJob } from "../jobs/job-queue.ts"
import type { ServerSecret } from "../security/server-secret.ts"
import type { Mail } from "./mail-transport.ts"

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

/** The job that sends a mail; its payload is the encrypted mail. */
export const mailJob = defineJob({ kind: "mail", payload: Schema.String })

/** Milliseconds within which the mail's transaction has usually committed. */
const wakeDelayMs = 50

/** Creates the function that enqueues a mail, encrypted because it may hold a link that opens an account. */
export const createEnqueueMail =
  (secret: ServerSecret, now: () => Date, wake: () => void) =>
  async (trx: Transaction<Tables>, mail: Mail): Promise<void> => {
    await enqueueJob(trx, mailJob, { payload: secret.encrypt(JSON.stringify(mail), mailEncryptionContext), due: now() })
    setTimeout(wake, wakeDelayMs).unref()
  }

export const sendMail: JobHandler<string> = async ({ secret, mailTransport }, payload, { id }) => {
  await mailTransport.send(JSON.parse(secret.decrypt(payload, mailEncryptionContext)), id)
}
