// Limits of conversations and respondents' requests: timeouts, sizes and rates (E12, E13).

const hour = 3_600_000
const day = 24 * hour

/** [E12] How long an uploaded file waits to be used in an answer, in milliseconds. */
export const unansweredFileLifetimeMs = 7 * day

/** After how many milliseconds an incomplete upload counts as aborted. */
export const incompleteUploadTimeoutMs = day

/** Bytes of answers after which a page of an export ends: respondents decide how long their answers are, and the page is built in memory. */
export const maxExportPageBytes = 16 * 1024 * 1024

/**
 * Grace period in milliseconds for a file that was being stored during an erasure: after it, the file has arrived or
 * never will.
 */
export const pendingFileGraceMs = hour

/** Bytes of payloads after which a page of the delivery log ends: respondents and authors decide how long they are. */
export const maxDeliveryPageBytes = 1024 * 1024

/** How long an archive of a script's files can be downloaded, in milliseconds; later requests build a new one. */
export const archiveLifetimeMs = day

/** [E13] After how many milliseconds without respondent activity a conversation has expired. */
export const conversationTimeoutMs = 30 * day

/** After how many milliseconds without an answer an anonymous conversation is deleted. */
export const unansweredLifetimeMs = day

/** Default maximum size of a request body, in bytes. */
export const maxRequestBytes = 64 * 1024

/**
 * Maximum number of JSON values in a request body: parsing many small values takes more time and memory than their bytes suggest. A script of 10,000
 * instructions has 300,000; two million empty objects would take more than the 200 MB that a request may take.
 */
export const maxRequestValues = { anonymous: 10_000, signedIn: 1_000_000 } as const

/** Maximum bytes of the largest bodies: a script of 10,000 instructions has 5 MB, and the largest batch of people [L4] less. */
export const maxLargeBytes = 8 * 1024 * 1024

/**
 * Bodies of more bytes are large: a user sends one of them at a time, and the server works on one at a time, on a thread of its own. Whatever is no
 * larger takes the process a few milliseconds.
 */
export const maxOrdinaryBytes = 64 * 1024

/**
 * Limits of large bodies: how many bytes of them the server receives at the same time, how many bodies one user sends at a time, how many
 * more of one user may wait, after how many milliseconds without a byte it gives up on a sender, so that a lost connection does not block its user, how many megabytes of objects the thread may have (no
 * body that is accepted takes half of them), and after how many milliseconds the server gives up on its response.
 */
export const largeBodyLimits = {
  receivedBytes: 4 * maxLargeBytes,
  atATime: 1,
  waitingPerUser: 16,
  stallMs: 30_000,
  heapMegabytes: 400,
  responseMs: 120_000,
} as const

/**
 * The same for large bodies without a session, where a network counts as a user: respondents seldom send one, but a school may share an address.
 * They have bytes of their own, so that no stranger delays the saves of staff.
 */
export const anonymousBodyLimits = { receivedBytes: 32 * 1024 * 1024, atATime: 8, waitingPerUser: 64, stallMs: 10_000 } as const

/**
 * Limits of long responses to callers without a session, in characters: the shortest one, and how many may be unread in all and by one network. A
 * reader that receives nothing for `stallMs` milliseconds is cut off.
 */
export const longResponseLimits = {
  minLength: 64 * 1024,
  unread: 64 * 1024 * 1024,
  unreadPerNetwork: 16 * 1024 * 1024,
  stallMs: 30_000,
} as const

/**
 * Limits of the long reads of a signed-in user, such as a script or a page of an export: how many at a time, from the request until the response
 * has been read, because each is in memory until then; how many more may wait; and after how many milliseconds a reader that receives nothing is
 * cut off.
 */
export const longReadLimits = { atATime: 2, waitingPerUser: 64, stallMs: 30_000 } as const

/** Maximum size of a respondent's event in bytes: the longest text and all URL parameters, however JSON escapes them. */
export const maxEventBytes = 768 * 1024

/**
 * Maximum size of request headers in bytes, and so of a link: a URL with all permitted metadata fits, unless every
 * character is percent-encoded.
 */
export const maxHeaderBytes = 64 * 1024

/** Requests of one connection that wait until the one before them has been answered. Browsers and proxies send none of these. */
export const maxWaitingRequests = 16

/**
 * Rate limits per minute: per IP address (`begin`, `guess`, `look`, `open`, `upload`) or per conversation (`answer`, which
 * includes reopening it; `file`). A whole school may share an address, so opening, starting and uploading are generous; guessing
 * codes is not. `look` allows for a full audience watching live statistics (`maxLiveViewers`), whose pages poll once a
 * second while answers arrive.
 */
export const rateLimitPerMinute = { begin: 2000, open: 2000, guess: 30, look: 20_000, upload: 2000, answer: 240, file: 30 } as const

/**
 * Limits per chat and day (UTC), so that no client can fill the disk: anonymous conversations that start, and kilobytes of files
 * that are uploaded for answers. Files of anonymous respondents and of those with personal links are counted apart.
 */
export const chatLimitPerDay = {
  starts: 20_000,
  anonymousFileKilobytes: 10 * 1024 * 1024,
  personalFileKilobytes: 10 * 1024 * 1024,
} as const

/**
 * The share of a chat's limits per day that one address can take, so that no single sender closes the chat for others: 5,000 starts,
 * more than the respondents of a school or company that share an address.
 */
export const addressShare = 1 / 4

/**
 * The maximum number of live statistics pages that one process pushes updates to, in total and per IP address, which a
 * whole audience may share. Others poll every few seconds.
 */
export const maxLiveViewers = { all: 2000, address: 250 } as const

/**
 * How many reads of live statistics for chosen days one process runs at a time, and how many wait: each pair of days is a
 * read of its own, and takes as long as the chat has days.
 */
export const maxPeriodReads = { running: 2, waiting: 100 } as const

/**
 * Timeout of uploads in milliseconds: enough for the largest file on a slow mobile connection (0.5 Mbit/s). Neither the
 * server nor the page waits longer.
 */
export const transferTimeoutMs = 5 * 60_000

/** Maximum sizes in bytes: of one file, larger than a phone's photo, and of all files of a conversation. */
export const maxFileBytes = { perFile: 15 * 1024 * 1024, perConversation: 100 * 1024 * 1024 } as const
/** The same limits in megabytes, for display. */
export const maxFileMegabytes = { one: maxFileBytes.perFile / 1024 ** 2, together: maxFileBytes.perConversation / 1024 ** 2 } as const
