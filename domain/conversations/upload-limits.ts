// Limits of uploads while they arrive: how many at a time, and how slow one may be (E12).

/** Who sends files. */
export type UploadSender = "respondents" | "staff"

/**
 * Maximum number of uploads at a time: of one conversation or user, of the respondents of one network, and in one process. Respondents and staff
 * are counted apart, so that anonymous respondents cannot use up the uploads of staff. One network cannot use up those of all other respondents; a
 * class that shares an address needs few more than its students.
 */
export const maxConcurrentUploads = { perSender: 2, perNetwork: 50, perProcess: { respondents: 100, staff: 40 } } as const

/** A slower upload is aborted. The rate is measured over `periodMs` in which the server waits for the sender. */
export const minUploadRate = { bytesPerSecond: 8 * 1024, periodMs: 30_000 } as const

/** What arrived of an upload: `bytes` in the `waitedMs` milliseconds in which the server waited for its sender. */
export type UploadProgress = { readonly bytes: number; readonly waitedMs: number }

/** Returns whether enough time has passed to judge the rate of an upload. */
export const isUploadPeriodOver = ({ waitedMs }: UploadProgress): boolean => waitedMs >= minUploadRate.periodMs

/** Returns whether an upload is slower than the minimum rate, once its period is over. */
export const isUploadTooSlow = (progress: UploadProgress): boolean =>
  isUploadPeriodOver(progress) && progress.bytes < (minUploadRate.bytesPerSecond * progress.waitedMs) / 1000
