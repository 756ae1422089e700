// Notice that explains why the last sign-in attempt failed, unless a field already shows it.
import type { PlainMessageKey } from "../../../domain/catalog/catalog.ts"
import { unreachableMessageKeys } from "../../../domain/catalog/message-lookup.ts"
import type { Failure } from "../../../domain/failure.ts"
import { useServerMessage, useTranslate } from "../../kit/i18n.tsx"
import { Countdown, Notice } from "../../kit/Notice.tsx"
import type { SignInView } from "./sign-in-store.ts"

type Failed = Failure["_tag"]

const atCredentials: Partial<Record<Failed, PlainMessageKey>> = {
  SignedOut: "sign-in.not-found",
  Forbidden: "sign-in.token",
}
const atCode: Partial<Record<Failed, PlainMessageKey>> = {
  SignedOut: "sign-in.code.expired",
  Forbidden: "sign-in.code.invalid",
}

/** The messages for failures without a specific one. */
const unknown = { credentials: "LOGIN.SUBMIT.FAILURE", code: "TOTP.SUBMIT.FAILURE" } as const satisfies Record<string, PlainMessageKey>

type Props = {
  readonly view: SignInView
  /** Names of the fields that show their own violations. */
  readonly fields: ReadonlyArray<string>
  /** Whether this user must wait before the next attempt. */
  readonly waits: boolean
}

export const SignInFailureNotice = ({ view: { failure, unexpectedResponse, failedAt, violations, secondsLeft }, fields, waits }: Props) => {
  const t = useTranslate()
  const say = useServerMessage()
  if (failure === null) return null
  if (failure === "TooSoon")
    return (
      waits && (
        <Notice tone="bad">
          <Countdown seconds={secondsLeft} />
        </Notice>
      )
    )
  if (failure === "Unreachable") {
    const { title, advice } = unreachableMessageKeys(unexpectedResponse)
    return (
      <Notice tone="bad" title={t(failedAt === null ? title : unknown[failedAt])}>
        {failedAt !== null && <p>{t(title)}</p>}
        <p>{t(advice)}</p>
      </Notice>
    )
  }
  const others = violations.filter(({ field }) => !fields.includes(field))
  if (violations.length > 0 && others.length === 0) return null
  const text = failedAt === "code" ? (atCode[failure] ?? unknown.code) : (atCredentials[failure] ?? unknown.credentials)
  return (
    <Notice tone="bad" title={t("sign-in.failed")}>
      {others.length === 0 ? <p>{t(text)}</p> : others.map(({ field, message }) => <p key={`${field} ${message}`}>{say(message)}</p>)}
    </Notice>
  )
}
