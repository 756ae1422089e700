// Notice that explains why a call failed, without violations that fields already show.
import { useActorRef, useSelector } from "@xstate/react"
import type { Explanation, Failure, TargetChanged } from "../../domain/failures/failure.ts"
import { getFailureMessageKey, getUnreachableMessageKeys } from "../../domain/failures/message-lookup.ts"
import { countdownMachine } from "../../machines/countdown-machine.ts"
import { useDateFormat, useServerMessage, useTranslate } from "./i18n.tsx"
import { Countdown, Notice } from "./Notice.tsx"

type FailureNoticeProps = {
  readonly failure: Failure | null
  /** Names of the fields that show their own violations. */
  readonly shown?: ReadonlyArray<string>
  /** Whether the server's own explanation is shown too. */
  readonly isExplained?: boolean
  /** Whether what failed was a removal that was sent: without a response, the target may have been removed. */
  readonly isRemoval?: boolean
}

export const FailureNotice = ({ failure, shown = [], isExplained = false, isRemoval = false }: FailureNoticeProps) => {
  const t = useTranslate()
  const translateMessage = useServerMessage()
  if (failure === null) return null
  if (failure._tag === "RateLimited")
    return (
      <Notice tone="bad">
        <RetryCountdown seconds={failure.retryAfterSeconds} />
      </Notice>
    )
  if (failure._tag === "ConfirmationRefused") return <Notice tone="bad" title={t(`failure.confirmation.${failure.reason}`)} />
  if (failure._tag === "TargetChanged") return <TargetChangedNotice change={failure} />
  const explanation = isExplained && "explanation" in failure ? failure.explanation : undefined
  if (failure._tag !== "ValidationFailed")
    return (
      <Notice tone="bad" title={t(getFailureMessageKey(failure))}>
        {explanation !== undefined && <ServerExplanation {...explanation} />}
        {failure._tag === "Unreachable" && <p>{t(getUnreachableMessageKeys(failure.answered, isRemoval).advice)}</p>}
      </Notice>
    )
  const remainingViolations = failure.violations.filter(({ field }) => !shown.includes(field))
  if (remainingViolations.length === 0 && failure.violations.length > 0) return null
  return (
    <Notice tone="bad" title={remainingViolations.length === 0 ? t("failure.ValidationFailed") : undefined}>
      {[...new Set(remainingViolations.map(({ message }) => message))].map((message) => (
        <h3 key={message}>{translateMessage(message)}</h3>
      ))}
      {explanation !== undefined && remainingViolations.length === 0 && <ServerExplanation {...explanation} />}
    </Notice>
  )
}

/** Says who changed what was to be removed, and what it is now. */
const TargetChangedNotice = ({ change: { status, changedBy, changedAt, isRecent, changes = [] } }: { readonly change: TargetChanged }) => {
  const t = useTranslate()
  const { dayAndTime } = useDateFormat()
  const counts = changes.map(({ content, from, to }) =>
    t(`failure.changed.${to > from ? "more" : "fewer"}.${content}`, { count: Math.abs(to - from) }),
  )
  // The counts are the reason: a chat whose status changed as well is refused for that.
  const state = counts.length > 0 ? counts.join(", ") : t(`failure.changed.state.${status ?? "other"}`)
  const title =
    changedBy === null || changedAt === null
      ? counts.length > 0
        ? t("failure.changed.since-opened", { counts: state })
        : t("failure.changed.by-nobody", { state })
      : isRecent
        ? t("failure.changed.a-moment-ago", { username: changedBy, state })
        : t("failure.changed.at", { username: changedBy, at: dayAndTime(changedAt), state })
  return (
    <Notice tone="bad" title={title}>
      <p>{t("failure.changed.kept")}</p>
    </Notice>
  )
}

const ServerExplanation = ({ message, cause }: Explanation) => (
  <>
    <p>{message}</p>
    {cause !== undefined && <p>{cause}</p>}
  </>
)

const RetryCountdown = ({ seconds }: { readonly seconds: number }) => {
  const actor = useActorRef(countdownMachine, { input: { seconds } })
  return <Countdown seconds={useSelector(actor, ({ context }) => context.left)} />
}
