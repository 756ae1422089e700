// Why the last try came to nothing, where no field says it (spec/1-console §8).
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

/** What is said where neither a field nor a reason of its own says it. */
const unknown = { credentials: "LOGIN.SUBMIT.FAILURE", code: "TOTP.SUBMIT.FAILURE" } as const satisfies Record<string, PlainMessageKey>

type Props = {
  readonly view: SignInView
  /** Those that say themselves what is wrong with them. */
  readonly fields: ReadonlyArray<string>
  /** Whether the one who is about to try has to wait. */
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
