// Outgoing mail: through SMTP_URL, or as `.eml` files in the data folder (contract "Settings").
import { randomUUID } from "node:crypto"
import { mkdir, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { createTransport } from "nodemailer"
import type { Settings } from "../settings.ts"

export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

export type Post = {
  /** Hands the mail over to the mail server, or puts it into its file. */
  readonly send: (mail: Mail) => Promise<void>
  readonly close: () => void
}

type Where = Pick<Settings, "smtpUrl" | "mailFrom" | "dataDir">

export const openPost = (where: Where): Post => (where.smtpUrl === null ? toFiles(where) : toServer(where.smtpUrl, where))

/** Milliseconds after which a mail server that says nothing is taken for gone. */
const patience = 20_000

const toServer = (url: string, { mailFrom: from }: Where): Post => {
  const transport = createTransport({ url, pool: true, connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience })
  return {
    send: async (mail) => {
      await transport.sendMail({ ...mail, from })
    },
    close: () => transport.close(),
  }
}

const toFiles = ({ dataDir, mailFrom: from }: Where): Post => {
  const folder = join(dataDir, "mail")
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" })
  return {
    send: async (mail) => {
      const { message } = await composer.sendMail({ ...mail, from })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Sorted by name they are sorted by time; who reads the folder never sees half a mail.
      const name = join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID()}`)
      await writeFile(`${name}.new`, message, { mode: 0o600 })
      await rename(`${name}.new`, `${name}.eml`)
    },
    close: () => composer.close(),
  }
}
