// Why a call came to nothing, as far as no field says it already.
import { useActorRef, useSelector } from "@xstate/react"
import { failureKey, unansweredKeys } from "../../domain/catalog/message-lookup.ts"
import type { Failure } from "../../domain/failure.ts"
import { waitMachine } from "../../machines/countdown-machine.ts"
import { useMessage, useWords } from "./i18n.tsx"
import { Notice, TimeLeft } from "./Notice.tsx"

type Props = {
  readonly failure: Failure | null
  /** Fields that show their violations themselves. */
  readonly shown?: ReadonlyArray<string>
}

export const FailureNotice = ({ failure, shown = [] }: Props) => {
  const t = useWords()
  const say = useMessage()
  if (failure === null) return null
  if (failure._tag === "TooSoon")
    return (
      <Notice tone="bad">
        <Waiting seconds={failure.seconds} />
      </Notice>
    )
  if (failure._tag !== "Refused")
    return (
      <Notice tone="bad" title={t(failureKey(failure))}>
        {failure._tag === "Unreachable" && <p>{t(unansweredKeys(failure.answered).advice)}</p>}
      </Notice>
    )
  const rest = failure.violations.filter(({ field }) => !shown.includes(field))
  if (rest.length === 0 && failure.violations.length > 0) return null
  return (
    <Notice tone="bad" title={rest.length === 0 ? t("failure.Refused") : undefined}>
      {[...new Set(rest.map(({ message }) => message))].map((message) => (
        <h3 key={message}>{say(message)}</h3>
      ))}
    </Notice>
  )
}

const Waiting = ({ seconds }: { readonly seconds: number }) => {
  const actor = useActorRef(waitMachine, { input: { seconds } })
  return <TimeLeft seconds={useSelector(actor, ({ context }) => context.left)} />
}
