// Mails as jobs: sent once the change they tell of is kept, and again where the mail server is away (reliability I9).
import { setTimeout } from "node:timers"
import type { Transaction } from "kysely"
import type { Tables } from "../database/tables.ts"
import { enqueue, type Worker } from "../jobs/jobs.ts"
import type { Secret } from "../secret.ts"
import type { Mail } from "./post.ts"

const about = "mail"

/** Milliseconds in which the change that a mail belongs to is usually kept. */
const soon = 50

/** Makes the function that posts a mail within a change. It is kept sealed: it may hold a link that opens an account. */
export const mailsBy =
  (secret: Secret, now: () => Date, wake: () => void) =>
  async (change: Transaction<Tables>, mail: Mail): Promise<void> => {
    await enqueue(change, { kind: "mail", payload: secret.seal(JSON.stringify(mail), about), due: now() })
    setTimeout(wake, soon).unref()
  }

export const sendMail: Worker = async ({ secret, post }, payload, { id }) => {
  if (typeof payload !== "string") throw new Error("a mail is kept in a form that is not known")
  await post.send(JSON.parse(secret.open(payload, about)), id)
}
