// Parts of delivery lists: an attempt (time, result, duration, beginning of the response), verbatim texts, and the auto-delivery badge.

import { IconClockBolt } from "@tabler/icons-react"
import { type DeliveryAttempt, getStatusHint } from "../../../domain/actions/delivery.ts"
import type { getDeliveryWait } from "../../../domain/actions/delivery-trigger.ts"
import { useDateFormat, useFindingText, useTranslate } from "../../kit/i18n.tsx"
import classes from "./DeliveryDisplay.module.css"

export const DeliveryAttemptDetails = ({
  attempt: { at, milliseconds, status, problem, answer },
}: {
  readonly attempt: DeliveryAttempt
}) => {
  const t = useTranslate()
  const formatFinding = useFindingText()
  const { dayAndTime } = useDateFormat()
  const reason = problem === null ? "" : formatFinding(problem)
  const hint = status === null ? null : getStatusHint(status)
  return (
    <>
      <time dateTime={at}>{dayAndTime(at)}</time> · <strong>{status === null ? reason : t("deliveries.status", { status })}</strong> ·{" "}
      {t("deliveries.milliseconds", { count: milliseconds })}
      {hint !== null && <p className={classes["hint"]}>{t(`deliveries.status.${hint}`)}</p>}
      {answer !== null && answer !== "" && <VerbatimText name={t("deliveries.answer")} text={answer} />}
    </>
  )
}

/** A scrollable region must be reachable by keyboard (WCAG 2.1.1). */
const scrolling = { tabIndex: 0 } as const

/** An external text, shown verbatim. */
export const VerbatimText = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <figure className={classes["verbatim"]} aria-label={name} {...scrolling}>
    <pre>{text}</pre>
  </figure>
)

type Props = { readonly wait: ReturnType<typeof getDeliveryWait>; readonly name?: string }

/** Badge of a delivery that is also sent automatically, with its delay [A7, A10]. */
export const AutoDeliveryBadge = ({ wait, name = "" }: Props) => {
  const t = useTranslate()
  if (wait === undefined) return null
  return (
    <span className={classes["badge"]}>
      <IconClockBolt size={16} aria-hidden="true" />
      {t("outbound.auto", { wait: t(`outbound.wait.${wait.unit}`, { amount: wait.amount }) })}
      {name !== "" && <span dir="auto"> · {name}</span>}
    </span>
  )
}
