// The address of a bucket: the setting STORAGE_URL.

/** A parsed STORAGE_URL. */
export type BucketAddress = {
  readonly bucket: string
  /** Empty, or with a trailing slash. */
  readonly prefix: string
  readonly endpoint: string | null
  readonly region: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
}

/**
 * Parses a STORAGE_URL: `s3://BUCKET[/PREFIX][?region=R]` for Amazon S3 with the credentials of the environment, or
 * `https://KEY:SECRET@HOST/BUCKET[/PREFIX][?region=R]` for any compatible server. Throws if it is invalid; the message
 * does not repeat the URL, which may contain a secret.
 */
export const parseBucketUrl = (text: string): BucketAddress => {
  const url = URL.parse(text)
  if (url === null || !/^(s3|https?):$/.test(url.protocol)) throw new Error("no address of a bucket")
  const isAmazon = url.protocol === "s3:"
  const parts = url.pathname.split("/").filter((part) => part !== "")
  const [bucket, ...prefixParts] = isAmazon ? [url.host, ...parts] : parts
  if (bucket === undefined || bucket === "") throw new Error("no bucket in the address")
  const { username, password } = url
  return {
    bucket,
    prefix: prefixParts.map((part) => `${decodeURIComponent(part)}/`).join(""),
    endpoint: isAmazon ? null : url.origin,
    region: url.searchParams.get("region") ?? "us-east-1",
    credentials: username === "" ? null : { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
  }
}
