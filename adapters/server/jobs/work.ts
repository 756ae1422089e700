// Every kind of job and who does it.
import { act } from "../chat/act.ts"
import { sendDue } from "../deliveries/send-due.ts"
import { deliverStale } from "../deliveries/stale.ts"
import { makeArchive } from "../files/make-archive.ts"
import { sendMail } from "../mail/mails.ts"
import { sweep } from "../sweep.ts"
import { eraseImages } from "../uploads/erase-images.ts"
import { eraseFiles } from "./erase-files.ts"
import type { Worker } from "./jobs.ts"
import { removeDue } from "./removals.ts"
import { reseal } from "./reseal.ts"
import type { Recurring } from "./run-jobs.ts"

const hour = 3_600_000
const minute = 60_000

export const workers = {
  sweep: (house) => sweep(house),
  removals: (house) => removeDue(house),
  mail: sendMail,
  "erase-files": eraseFiles,
  "erase-images": eraseImages,
  archive: makeArchive,
  reseal,
  act,
  deliver: sendDue,
  stale: (house, _payload, { signal }) => deliverStale(house, signal),
} as const satisfies Record<string, Worker>

/** Respondents wait for the one; a receiver that is away must not keep them waiting, nor other communities' deliveries, nor a mail an archive. */
export const ownLanes = { act: 4, deliver: 4, archive: 2 } as const satisfies Partial<Record<keyof typeof workers, number>>

export const recurring: ReadonlyArray<Recurring> = [
  { kind: "sweep", every: hour },
  // Days are those of UTC; looked at hourly, so that a server that slept makes up for what it missed.
  { kind: "reseal", every: hour },
  { kind: "removals", every: hour },
  { kind: "stale", every: minute },
]
