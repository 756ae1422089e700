// Why the tool could not do what it was asked: exit code 2, one line.

export class CannotRun extends Error {}

/** What `parseArgs` and the file system say of a mistake, as our own. */
export const asCannotRun = (error: unknown): CannotRun =>
  new CannotRun((error instanceof Error ? error.message : String(error)).split("\n")[0])
