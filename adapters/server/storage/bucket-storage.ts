// File storage in an S3-compatible bucket.

import { createReadStream } from "node:fs"
import { Readable } from "node:stream"
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from "@aws-sdk/client-s3"
import { Upload } from "@aws-sdk/lib-storage"
import { parseBucketUrl } from "../settings.ts"
import { openStagingFolder } from "./staging-folder.ts"
import { deferStreamErrors, type FileStorage, StorageUnavailable, validateStorageName } from "./storage.ts"

/** Names per delete request. */
const deleteBatchSize = 1000

/** `stagingPath` is the local folder for files that are still arriving. */
export const openBucketStorage = async (address: string, stagingPath: string): Promise<FileStorage> => {
  const staging = await openStagingFolder(stagingPath)
  const { bucket, prefix, endpoint, region, credentials } = parseBucketUrl(address)
  const config: S3ClientConfig = {
    region,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
    // Not every compatible server supports the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === null ? {} : { credentials }),
  }
  const client = new S3Client(config)
  const locate = (name: string) => ({ Bucket: bucket, Key: `${prefix}${validateStorageName(name)}` })

  const removeKeys = async (keys: ReadonlyArray<string>): Promise<void> => {
    for (let from = 0; from < keys.length; from += deleteBatchSize) {
      const Objects = keys.slice(from, from + deleteBatchSize).map((Key) => ({ Key }))
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }))
      const failed = Errors.filter(({ Code }) => Code !== "NoSuchKey")
      if (failed.length > 0) throw new Error(`${failed.length} files were not deleted: ${failed[0]?.Code}`)
    }
  }

  return {
    put: async (name, content) => {
      const location = locate(name)
      if (!(content instanceof Readable)) {
        await wrapBucketErrors(() => client.send(new PutObjectCommand({ ...location, Body: content, ContentLength: content.length })))
        return content.length
      }
      deferStreamErrors(content)
      let bytes = 0
      content.on("data", (chunk: Buffer) => {
        bytes += chunk.length
      })
      content.pause()
      await wrapBucketErrors(
        () => new Upload({ client, params: { ...location, Body: content }, queueSize: 1 }).done(),
        () => content.errored,
      )
      return bytes
    },
    stage: (content) =>
      staging.stage(content, async ({ path, bytes }, name) => {
        const location = locate(name)
        await wrapBucketErrors(() => client.send(new PutObjectCommand({ ...location, Body: createReadStream(path), ContentLength: bytes })))
      }),
    get: async (name) => {
      const location = locate(name)
      return wrapBucketErrors(async () => {
        const response = await client.send(new GetObjectCommand(location)).catch((error: unknown) => {
          if (error instanceof NoSuchKey) return undefined
          throw error
        })
        if (response === undefined) return null
        if (!(response.Body instanceof Readable)) throw new Error("the bucket answered without a body")
        deferStreamErrors(response.Body)
        return { stream: response.Body, bytes: response.ContentLength ?? 0 }
      })
    },
    remove: async (names) => {
      const keys = names.map((name) => locate(name).Key)
      await wrapBucketErrors(() => removeKeys(keys))
    },
    removeFolder: async (folder) => {
      const Prefix = `${locate(folder).Key}/`
      await wrapBucketErrors(async () => {
        for (;;) {
          const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix, MaxKeys: deleteBatchSize }))
          const keys = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key]))
          if (keys.length === 0) return
          await removeKeys(keys)
        }
      })
    },
    close: () => client.destroy(),
  }
}

/** Turns the bucket's errors into `StorageUnavailable`, except for an error of the uploaded stream itself. */
const wrapBucketErrors = async <A>(work: () => Promise<A>, getStreamError: () => Error | null = () => null): Promise<A> => {
  try {
    return await work()
  } catch (error) {
    const streamError = getStreamError()
    if (streamError !== null) throw streamError
    throw new StorageUnavailable(`files: ${error instanceof Error ? error.name : String(error)}`, { cause: error })
  }
}
