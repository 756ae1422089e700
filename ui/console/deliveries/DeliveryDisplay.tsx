// One attempt at a call to an address outside, as it is told: when, what came of it, how long it took, and the beginning of the answer.

import { IconClockBolt } from "@tabler/icons-react"
import { type DeliveryAttempt, hintOf } from "../../../domain/actions/delivery.ts"
import type { deliveryWait } from "../../../domain/actions/delivery-trigger.ts"
import { useFinding, useMoments, useWords } from "../../kit/i18n.tsx"
import classes from "./DeliveryDisplay.module.css"

export const Attempted = ({ attempt: { at, milliseconds, status, problem, answer } }: { readonly attempt: DeliveryAttempt }) => {
  const t = useWords()
  const said = useFinding()
  const { minute } = useMoments()
  const why = problem === null ? "" : said(problem)
  const hint = status === null ? null : hintOf(status)
  return (
    <>
      <time dateTime={at}>{minute(at)}</time> · <strong>{status === null ? why : t("deliveries.status", { status })}</strong> ·{" "}
      {t("deliveries.milliseconds", { count: milliseconds })}
      {hint !== null && <p className={classes["hint"]}>{t(`deliveries.status.${hint}`)}</p>}
      {answer !== null && answer !== "" && <Verbatim name={t("deliveries.answer")} text={answer} />}
    </>
  )
}

/** A region that scrolls can be reached with the keyboard (WCAG 2.1.1). */
const scrolling = { tabIndex: 0 } as const

/** A text of others, letter for letter. */
export const Verbatim = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <figure className={classes["verbatim"]} aria-label={name} {...scrolling}>
    <pre>{text}</pre>
  </figure>
)

// The badge of a delivery that is also made by itself: after how long (spec/3-community §9 "Auto-delivery badge").

type Props = { readonly wait: ReturnType<typeof deliveryWait>; readonly name?: string }

export const AutoDelivery = ({ wait, name = "" }: Props) => {
  const t = useWords()
  if (wait === undefined) return null
  return (
    <span className={classes["badge"]}>
      <IconClockBolt size={16} aria-hidden="true" />
      {t("outbound.auto", { wait: t(`outbound.wait.${wait.unit}`, { amount: wait.amount }) })}
      {name !== "" && <span dir="auto"> · {name}</span>}
    </span>
  )
}
