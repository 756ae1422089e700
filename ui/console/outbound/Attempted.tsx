// One attempt at a call to an address outside, as it is told: when, what came of it, how long it took, and the beginning of the answer.
import { type DeliveryAttempt, hintOf } from "../../../domain/actions/send-to-api/logged.ts"
import { useMoments } from "../../kit/moments.ts"
import { useFinding, useWords } from "../../kit/words.tsx"
import classes from "./Attempted.module.css"

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
