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
export const bucketOf = (text: string): BucketAddress => {
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
