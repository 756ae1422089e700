// Notice that explains why the last sign-in attempt failed, unless a field already shows it.
import type { PlainMessageKey } from "../../../domain/catalog/catalog.ts"
import type { Failure } from "../../../domain/failures/failure.ts"
import { getUnreachableMessageKeys } from "../../../domain/failures/message-lookup.ts"
import { useServerMessage, useTranslate } from "../../kit/i18n.tsx"
import { Countdown, Notice } from "../../kit/Notice.tsx"
import type { SignInView } from "./sign-in-store.ts"

type FailureTag = Failure["_tag"]

const credentialMessages: Partial<Record<FailureTag, PlainMessageKey>> = {
  SignedOut: "sign-in.not-found",
  Forbidden: "sign-in.token",
}
const codeMessages: Partial<Record<FailureTag, PlainMessageKey>> = {
  SignedOut: "sign-in.code.expired",
  Forbidden: "sign-in.code.invalid",
}

/** The messages for failures without a specific one. */
const fallbackMessages = { credentials: "LOGIN.SUBMIT.FAILURE", code: "TOTP.SUBMIT.FAILURE" } as const satisfies Record<
  string,
  PlainMessageKey
>

type Props = {
  readonly view: SignInView
  /** Names of the fields that show their own violations. */
  readonly fields: ReadonlyArray<string>
  /** Whether this user must wait before the next attempt. */
  readonly mustWait: boolean
}

export const SignInFailureNotice = ({
  view: { failure, unexpectedResponse, failedAt, violations, secondsLeft },
  fields,
  mustWait,
}: Props) => {
  const t = useTranslate()
  const translateMessage = useServerMessage()
  if (failure === null) return null
  if (failure === "TooSoon")
    return (
      mustWait && (
        <Notice tone="bad">
          <Countdown seconds={secondsLeft} />
        </Notice>
      )
    )
  if (failure === "Unreachable") {
    const { title, advice } = getUnreachableMessageKeys(unexpectedResponse)
    return (
      <Notice tone="bad" title={t(failedAt === null ? title : fallbackMessages[failedAt])}>
        {failedAt !== null && <p>{t(title)}</p>}
        <p>{t(advice)}</p>
      </Notice>
    )
  }
  const otherViolations = violations.filter(({ field }) => !fields.includes(field))
  if (violations.length > 0 && otherViolations.length === 0) return null
  const text =
    failedAt === "code" ? (codeMessages[failure] ?? fallbackMessages.code) : (credentialMessages[failure] ?? fallbackMessages.credentials)
  return (
    <Notice tone="bad" title={t("sign-in.failed")}>
      {otherViolations.length === 0 ? (
        <p>{t(text)}</p>
      ) : (
        otherViolations.map(({ field, message }) => <p key={`${field} ${message}`}>{translateMessage(message)}</p>)
      )}
    </Notice>
  )
}
