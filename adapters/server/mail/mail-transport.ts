// Sending mails: through SMTP_URL, or as `.eml` files in the data folder.

import { randomUUIDv7 } from "node:crypto"
import { mkdir, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { createTransport } from "nodemailer"
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
