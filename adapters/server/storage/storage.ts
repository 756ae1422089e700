// Where files are kept: a port with two drivers, the data folder's own (folder-storage.ts) and a bucket (bucket-storage.ts).
import { join } from "node:path"
import { Readable } from "node:stream"
import type { Settings } from "../settings.ts"

/** A file that is being read; whoever asked for it reads or destroys the stream. */
export type StoredFile = { readonly stream: Readable; readonly bytes: number }

/** Names are paths of small letters, digits, hyphens and dots, as `0190…/images/4f….png`. A rejection that is the storage's own is `StorageLost`. */
export type FileStorage = {
  /** Keeps a file whole or not at all; one of that name is replaced. Resolves with its size once it outlives a power cut. */
  readonly put: (name: string, content: Buffer | Readable) => Promise<number>
  /** null where there is none of that name. */
  readonly get: (name: string) => Promise<StoredFile | null>
  /** Names that are not there are passed over. */
  readonly remove: (names: ReadonlyArray<string>) => Promise<void>
  /** Removes every file whose name begins with `folder/`. */
  readonly removeFolder: (folder: string) => Promise<void>
  readonly close: () => void
}

/** Files cannot be read or kept: no room, no rights, no connection. */
export class StorageUnavailable extends Error {}

/** Throws for a name that is none: names are made by the program. */
export const validateStorageName = (name: string): string => {
  if (!/^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9.-]*)*$/.test(name) || name.includes("..")) throw new Error(`no name for a file: ${name}`)
  return name
}

/** Has a stream's failure wait for whoever reads it: one that fails before it is read would end the process. */
export const deferStreamErrors = (content: Buffer | Readable): void => {
  if (content instanceof Readable) content.on("error", () => undefined)
}

/** The storage that the settings name. The bucket's client is read only where there is one: it is large. */
export const openStorage = async ({ storageUrl, dataDir }: Pick<Settings, "storageUrl" | "dataDir">): Promise<FileStorage> =>
  storageUrl === null
    ? (await import("./folder-storage.ts")).openFolderStorage(join(dataDir, "uploads"))
    : (await import("./bucket-storage.ts")).openBucketStorage(storageUrl)

// STORAGE_URL: `s3://BUCKET[/PREFIX][?region=R]` for Amazon's own, with the credentials of the environment, or
// `https://KEY:SECRET@HOST/BUCKET[/PREFIX][?region=R]` for any compatible server.

export type BucketAddress = {
  readonly bucket: string
  /** Empty, or with a slash at its end. */
  readonly prefix: string
  readonly endpoint: string | null
  readonly region: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
}

/** Throws for what is no such address; the message does not repeat it, for it may hold a secret. */
export const parseBucketUrl = (text: string): BucketAddress => {
  const url = URL.parse(text)
  if (url === null || !/^(s3|https?):$/.test(url.protocol)) throw new Error("no address of a bucket")
  const isNamed = url.protocol === "s3:"
  const parts = url.pathname.split("/").filter((part) => part !== "")
  const [bucket, ...below] = isNamed ? [url.host, ...parts] : parts
  if (bucket === undefined || bucket === "") throw new Error("no bucket in the address")
  const { username, password } = url
  return {
    bucket,
    prefix: below.map((part) => `${decodeURIComponent(part)}/`).join(""),
    endpoint: isNamed ? null : url.origin,
    region: url.searchParams.get("region") ?? "us-east-1",
    credentials: username === "" ? null : { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
  }
}
