// How much of a disk stays free: what respondents begin stops first, so that staff can still save.

/** Minimum free bytes of a disk. With less, nothing is stored, so that the database can always finish what it has begun. */
export const minFreeBytes = 64 * 1024 * 1024

/**
 * Returns the minimum free bytes of a disk of this size for new conversations and files of respondents: 5 % of it or 1 GB, whichever is less, and
 * always twice what saves of staff need.
 */
export const getRespondentMinFreeBytes = (diskBytes: number): number => Math.max(2 * minFreeBytes, Math.min(diskBytes / 20, 1024 ** 3))
