// Outgoing mail: through SMTP_URL, or as `.eml` files in the data folder (contract "Settings").
import { randomUUIDv7 } from "node:crypto"
import { mkdir, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { createTransport } from "nodemailer"
import { syncFolder } from "../database/sync.ts"
import type { Settings } from "../settings.ts"

export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

export type Post = {
  /** Hands the mail over to the mail server, or puts it into its file. A mail that is sent again under its `id` (uuid v7) is known as one. */
  readonly send: (mail: Mail, id?: string) => Promise<void>
  readonly close: () => void
}

type Where = Pick<Settings, "smtpUrl" | "mailFrom" | "dataDir">

export const openPost = (where: Where): Post => (where.smtpUrl === null ? toFiles(where) : toServer(where.smtpUrl, where))

/** Milliseconds after which a mail server that says nothing is taken for gone. */
const patience = 20_000

const toServer = (url: string, { mailFrom: from }: Where): Post => {
  const transport = createTransport({ url, pool: true, connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience })
  return {
    send: async (mail, id = randomUUIDv7()) => {
      await transport.sendMail({ ...mail, from, messageId: `<${id}@conversation-admin>` })
    },
    close: () => transport.close(),
  }
}

const toFiles = ({ dataDir, mailFrom: from }: Where): Post => {
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
