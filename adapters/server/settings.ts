// Settings from environment variables. An invalid value prevents the start.

import { isIP } from "node:net"
import { resolve } from "node:path"
import { emailProblem, usernameLength, usernameProblem } from "../../domain/accounts/credentials.ts"
import { type PasswordComponent, passwordComponents, passwordLength } from "../../domain/accounts/password-rules.ts"
import { countCodePoints } from "../../domain/text/text-input.ts"

/** Prevents the start; the message is one line for the person who starts the server. */
export class StartupError extends Error {}

export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const

export type Settings = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** null: the embedded database. */
  readonly databaseUrl: string | null
  /** Base URLs without a trailing slash; null: derived from the address that the server listens on. */
  readonly publicUrl: string | null
  readonly chatUrl: string | null
  readonly statsUrl: string | null
  readonly administrator: { readonly username: string; readonly email: string; readonly password: string | null }
  readonly demo: boolean
  /** One key, or several separated by commas, the current one first. */
  readonly secretKey: string | null
  /** Bucket URL for files; null: files are stored in `DATA_DIR/uploads`. */
  readonly storageUrl: string | null
  /** null: mails are written to `DATA_DIR/mail` as files. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Whether outbound requests may go to private addresses. */
  readonly sendToPrivate: boolean
  /** Character classes that a password must contain. */
  readonly passwordComponents: ReadonlyArray<PasswordComponent>
  readonly logLevel: (typeof logLevels)[number]
  /** Number of trusted proxies in front of the server; only that many entries of `X-Forwarded-For` are believed. */
  readonly proxies: number
  /** The token that `GET /metrics` requires; null: it answers only to this machine. */
  readonly metricsToken: string | null
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the settings; an empty variable counts as unset. Throws a `StartupError` that names the variable. */
export const readSettings = (environment: Environment): Settings => {
  const read = (name: string): string | null => environment[name]?.trim() || null
  const databaseUrl = parseDatabaseUrl(read("DATABASE_URL"))
  const secretKey = read("SECRET_KEY")
  if (databaseUrl !== null && secretKey === null) throw new StartupError("SECRET_KEY is required with DATABASE_URL")
  if (secretKey?.split(",").some((key) => key.trim().length < 16)) throw new StartupError("SECRET_KEY needs at least 16 characters")
  return {
    port: parsePort(read("PORT") ?? "3000"),
    host: parseHost(read("HOST") ?? "127.0.0.1"),
    dataDir: resolve(read("DATA_DIR") ?? "data"),
    databaseUrl,
    publicUrl: parseBaseUrl("PUBLIC_URL", read("PUBLIC_URL")),
    chatUrl: parseBaseUrl("CHAT_URL", read("CHAT_URL")),
    statsUrl: parseBaseUrl("STATS_URL", read("STATS_URL")),
    administrator: {
      username: parseUsername(read("ADMIN_USERNAME") ?? "admin"),
      email: parseEmail(read("ADMIN_EMAIL") ?? "admin@example.org"),
      password: parsePassword(environment["ADMIN_PASSWORD"] || null),
    },
    demo: parseFlag("DEMO", read("DEMO") ?? (databaseUrl === null ? "1" : "0")),
    secretKey,
    storageUrl: parseStorageUrl(read("STORAGE_URL")),
    smtpUrl: parseSmtpUrl(read("SMTP_URL")),
    mailFrom: parseSender(read("MAIL_FROM") ?? "Conversation Admin <no-reply@localhost>"),
    sendToPrivate: parseFlag("SEND_TO_PRIVATE", read("SEND_TO_PRIVATE") ?? "0"),
    passwordComponents: parsePasswordComponents(read("PASSWORD_COMPONENTS") ?? passwordComponents.join(",")),
    logLevel: parseOption("LOG_LEVEL", logLevels, read("LOG_LEVEL") ?? "info"),
    proxies: parseProxyCount(read("PROXIES") ?? "0"),
    metricsToken: parseMetricsToken(read("METRICS_TOKEN")),
  }
}

const parsePort = (text: string): number => {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > 65535) throw new StartupError(`PORT is not a port: ${text}`)
  return number
}

const parseProxyCount = (text: string): number => {
  if (!/^\d$/.test(text)) throw new StartupError(`PROXIES is not a number of proxies (0 to 9): ${text}`)
  return Number(text)
}

/** The token is not repeated in the message. */
const parseMetricsToken = (text: string | null): string | null => {
  if (text !== null && !/^[\w.~+/=-]{16,}$/.test(text))
    throw new StartupError("METRICS_TOKEN needs at least 16 characters: letters, digits and -._~+/=")
  return text
}

const parseHost = (text: string): string => {
  if (isIP(text) === 0 && !/^[a-z0-9.-]+$/i.test(text)) throw new StartupError(`HOST is not an address: ${text}`)
  return text
}

const parseBaseUrl = (name: string, text: string | null): string | null => {
  if (text === null) return null
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "" || url.username !== "")
    throw new StartupError(`${name} is not a base address (http or https): ${text}`)
  return url.href.replace(/\/+$/, "")
}

/** The address is not repeated in the message: it may hold a password. */
const parseDatabaseUrl = (text: string | null): string | null => {
  if (text !== null && !/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ""))
    throw new StartupError("DATABASE_URL is not the address of a PostgreSQL database (postgres://…)")
  return text
}

/** The address is not repeated in the message: it may hold a secret. */
const parseStorageUrl = (text: string | null): string | null => {
  try {
    if (text !== null) parseBucketUrl(text)
    return text
  } catch {
    throw new StartupError("STORAGE_URL is not the address of a bucket (s3://bucket, or https://key:secret@host/bucket)")
  }
}

/** The address is not repeated in the message: it may hold a password. */
const parseSmtpUrl = (text: string | null): string | null => {
  if (text !== null && !/^smtps?:$/.test(URL.parse(text)?.protocol ?? ""))
    throw new StartupError("SMTP_URL is not the address of a mail server (smtp://… or smtps://…)")
  return text
}

const parseSender = (text: string): string => {
  if (/[\r\n]/.test(text) || !/^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text))
    throw new StartupError(`MAIL_FROM is not an address: ${text}`)
  return text
}

const parsePasswordComponents = (text: string): ReadonlyArray<PasswordComponent> => {
  if (text === "none") return []
  return text.split(",").map((name) => parseOption("PASSWORD_COMPONENTS", passwordComponents, name.trim()))
}

const parseUsername = (text: string): string => {
  const { minimum, maximum } = usernameLength
  const problem = usernameProblem(text)
  if (problem === "syntax") throw new StartupError("ADMIN_USERNAME has characters in it that cannot be seen")
  if (problem !== null) throw new StartupError(`ADMIN_USERNAME needs ${minimum} to ${maximum} characters`)
  return text
}

const parseEmail = (text: string): string => {
  if (emailProblem(text) !== null) throw new StartupError(`ADMIN_EMAIL is not an email address: ${text}`)
  return text
}

/** The operator may choose any password up to the length that sign-in accepts. */
const parsePassword = (text: string | null): string | null => {
  const { maximum } = passwordLength
  if (text !== null && countCodePoints(text) > maximum) throw new StartupError(`ADMIN_PASSWORD has more than ${maximum} characters`)
  return text
}

const parseFlag = (name: string, text: string): boolean => {
  if (text !== "0" && text !== "1") throw new StartupError(`${name} is 0 or 1, not ${text}`)
  return text === "1"
}

const parseOption = <const A extends string>(name: string, values: ReadonlyArray<A>, text: string): A => {
  const found = values.find((value) => value === text)
  if (found === undefined) throw new StartupError(`${name} is one of ${values.join(", ")}, not ${text}`)
  return found
}

/** The project's folder: two levels above both the sources (adapters/server/) and the bundle (.build/server/). */
export const projectRoot = resolve(import.meta.dirname, "../..")

/** A parsed STORAGE_URL. */
type BucketAddress = {
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
