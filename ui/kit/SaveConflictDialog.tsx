// Someone else saved first, a script or a styling: who and when, what differs, whose is kept, and the three ways on (decisions "Two people saving
// the same script", T18).
import { Button, Modal } from "@mantine/core"
import type { ReactNode } from "react"
import { useDateFormat, useTranslate } from "./i18n.tsx"
import classes from "./SaveConflictDialog.module.css"

type DialogProps = { readonly title: string; readonly isOpen: boolean; readonly children: ReactNode }

/** Stays until a way on is chosen: neither Escape nor a press beside it says whose version is to be kept. */
export const SaveConflictDialog = ({ title, isOpen, children }: DialogProps) => (
  <Modal
    opened={isOpen}
    onClose={() => undefined}
    withCloseButton={false}
    closeOnClickOutside={false}
    closeOnEscape={false}
    size="52rem"
    title={title}
  >
    {children}
  </Modal>
)

const ways = ["merge", "overwrite", "discard"] as const

type WaysProps = {
  /** When the other version was saved (ISO 8601); null where that is not known. */
  readonly savedAt: string | null
  readonly onChoose: (way: (typeof ways)[number]) => void
  /** What differs. */
  readonly children: ReactNode
}

/** When the other saved, what differs, and the ways on. */
export const ConflictResolution = ({ savedAt, onChoose, children }: WaysProps) => {
  const t = useTranslate()
  const { dayAndTime } = useDateFormat()
  return (
    <div className={classes["overtaken"]}>
      {savedAt !== null && <p>{t("overtaken.when", { date: dayAndTime(savedAt) })}</p>}
      <div className={classes["groups"]}>{children}</div>
      <ul className={classes["ways"]}>
        {ways.map((way) => (
          <li key={way}>
            <Button fullWidth variant={way === "merge" ? "filled" : "default"} onClick={() => onChoose(way)}>
              {t(`overtaken.${way}`)}
            </Button>
            <p>{t(`overtaken.${way}.text`)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

type ConflictSide = "both" | "mine" | "theirs"

type GroupProps<One> = {
  readonly by: ConflictSide
  readonly of: ReadonlyArray<One>
  readonly row: (one: One) => ReactNode
}

/** What one of the two changed, or both; nothing where that is nothing. */
export const ConflictGroup = <One,>({ by, of, row }: GroupProps<One>) => {
  const t = useTranslate()
  if (of.length === 0) return null
  return (
    <section className={classes["group"]} aria-labelledby={`overtaken-${by}`}>
      <h3 id={`overtaken-${by}`}>{t(`overtaken.${by}`)}</h3>
      <ul>{of.map(row)}</ul>
    </section>
  )
}

type SaidProps = { readonly title: string; readonly children: ReactNode }

/** What one alone changed. */
export const SingleChange = ({ title, children }: SaidProps) => (
  <li className={classes["one"]}>
    <span className={classes["what"]}>{title}</span>
    {children}
  </li>
)

type BothProps<Pick> = {
  readonly id: string
  readonly title: string
  readonly sides: ReadonlyArray<Pick>
  readonly picked: Pick
  readonly renderSide: (pick: Pick) => ReactNode
  readonly onPick: (pick: Pick) => void
}

/** What both changed: whose is kept is picked. */
export const ConflictingChange = <Pick extends ConflictSide>({ id, title, sides, picked, renderSide, onPick }: BothProps<Pick>) => {
  const t = useTranslate()
  const use = (whose: ConflictSide) => t(`overtaken.use.${whose}`)
  return (
    <li>
      <fieldset className={classes["choice"]}>
        <legend>{title}</legend>
        {sides.map((pick) => (
          <label key={pick} className={classes["option"]} data-picked={pick === picked}>
            <input type="radio" name={`pick ${id}`} checked={pick === picked} onChange={() => onPick(pick)} />
            <span>
              <b>{use(pick)}</b>
              {renderSide(pick)}
            </span>
          </label>
        ))}
      </fieldset>
    </li>
  )
}

/** The wording of a version, cut where it is long. */
export const ChangeExcerpt = ({ children }: { readonly children: ReactNode }) => (
  <span className={classes["said"]} dir="auto">
    {children}
  </span>
)
