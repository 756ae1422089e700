// One attempt at a call to an address outside, as it is told: when, what came of it, how long it took, and the beginning of the answer.

import { IconClockBolt } from "@tabler/icons-react"
import { type DeliveryAttempt, statusHint } from "../../../domain/actions/delivery.ts"
import type { deliveryWait } from "../../../domain/actions/delivery-trigger.ts"
import { useDateFormat, useFindingText, useTranslate } from "../../kit/i18n.tsx"
import classes from "./DeliveryDisplay.module.css"

export const DeliveryAttemptDetails = ({
  attempt: { at, milliseconds, status, problem, answer },
}: {
  readonly attempt: DeliveryAttempt
}) => {
  const t = useTranslate()
  const said = useFindingText()
  const { dayAndTime } = useDateFormat()
  const why = problem === null ? "" : said(problem)
  const hint = status === null ? null : statusHint(status)
  return (
    <>
      <time dateTime={at}>{dayAndTime(at)}</time> · <strong>{status === null ? why : t("deliveries.status", { status })}</strong> ·{" "}
      {t("deliveries.milliseconds", { count: milliseconds })}
      {hint !== null && <p className={classes["hint"]}>{t(`deliveries.status.${hint}`)}</p>}
      {answer !== null && answer !== "" && <VerbatimText name={t("deliveries.answer")} text={answer} />}
    </>
  )
}

/** A region that scrolls can be reached with the keyboard (WCAG 2.1.1). */
const scrolling = { tabIndex: 0 } as const

/** A text of others, letter for letter. */
export const VerbatimText = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <figure className={classes["verbatim"]} aria-label={name} {...scrolling}>
    <pre>{text}</pre>
  </figure>
)

// The badge of a delivery that is also made by itself: after how long (spec/3-community §9 "Auto-delivery badge").

type Props = { readonly wait: ReturnType<typeof deliveryWait>; readonly name?: string }

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
