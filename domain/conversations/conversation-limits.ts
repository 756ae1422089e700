// How long the server waits for a respondent (decisions E12, E13), and how much it takes of one.

const hour = 3_600_000
const day = 24 * hour

/** [E12] Milliseconds for which a file that was sent waits to be answered with. */
export const unansweredFileLifetimeMs = 7 * day

/** Milliseconds after which a file of which not all came counts as broken off. */
export const incompleteUploadTimeoutMs = day

/** Milliseconds in which a file that was being kept when all around it was erased has come, or never will. */
export const pendingFileGraceMs = hour

/** Milliseconds for which the archive of a script's files can be downloaded; whoever asks later has it made anew. */
export const archiveLifetimeMs = day

/** [E13] Milliseconds without a word from the respondent after which a conversation has expired. */
export const conversationTimeoutMs = 30 * day

/** Bytes that a call brings at most where it does not say otherwise. */
export const maxRequestBytes = 64 * 1024

/** Bytes of what a respondent says at once: the longest text, and the parameters of the page's address, however JSON has to write them. */
export const maxEventBytes = 768 * 1024

/** Bytes of a request's headers, and so of a link: the longest that a browser makes of so many parameters fits, unless all is escaped. */
export const maxHeaderBytes = 64 * 1024

/**
 * Deeds of one address (`begin`, `guess`, `look`, `upload`) or conversation (`answer`: opening it again is one, too; `file`) within a minute. A
 * whole school may share an address, so that it may begin many conversations and send a file for each; guessing is another matter. Looks at live statistics are those of a hall
 * full of people (`mostWatching`), whose pages each look once a second while answers come.
 */
export const rateLimitPerMinute = { begin: 2000, guess: 30, look: 20_000, upload: 2000, answer: 240, file: 30 } as const

/**
 * Pages of live statistics that one process tells of what is counted: all of them, and those of one address, at which a hall full of people
 * may be. Others look for themselves, every few seconds.
 */
export const maxLiveViewers = { all: 2000, address: 250 } as const

/**
 * Milliseconds in which what is sent has arrived: enough for the largest file over a phone's slow line, half a megabit a second. The server
 * waits for it no longer, and no page gives it up before.
 */
export const transferTimeoutMs = 5 * 60_000

/** Bytes of one file of a respondent, more than a photo of a phone's camera has, and of all of a conversation's together. */
export const maxFileBytes = { perFile: 15 * 1024 * 1024, perConversation: 100 * 1024 * 1024 } as const
/** The same in megabytes, as they are told. */
export const maxFileMegabytes = { one: maxFileBytes.perFile / 1024 ** 2, together: maxFileBytes.perConversation / 1024 ** 2 } as const
