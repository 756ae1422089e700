// [T18, V6] Dialog for a save conflict of a script or a style: who saved and when, what differs, and the three resolutions.
import { Button, Modal } from "@mantine/core"
import type { ReactNode } from "react"
import { useDateFormat, useTranslate } from "./i18n.tsx"
import classes from "./SaveConflictDialog.module.css"

type SaveConflictDialogProps = { readonly title: string; readonly isOpen: boolean; readonly children: ReactNode }

/** Stays open until a resolution is chosen: Escape or a click outside would not say whose version to keep. */
export const SaveConflictDialog = ({ title, isOpen, children }: SaveConflictDialogProps) => (
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

const resolutions = ["merge", "overwrite", "discard"] as const

type ConflictResolutionProps = {
  /** When the other version was saved (ISO 8601); null if unknown. */
  readonly savedAt: string | null
  readonly onChoose: (resolution: (typeof resolutions)[number]) => void
  /** The differences. */
  readonly children: ReactNode
}

/** The content of the dialog: time of the other save, differences, and the buttons of the resolutions. */
export const ConflictResolution = ({ savedAt, onChoose, children }: ConflictResolutionProps) => {
  const t = useTranslate()
  const { dayAndTime } = useDateFormat()
  return (
    <div className={classes["conflict"]}>
      {savedAt !== null && <p>{t("conflict.when", { date: dayAndTime(savedAt) })}</p>}
      <div className={classes["groups"]}>{children}</div>
      <ul className={classes["ways"]}>
        {resolutions.map((resolution) => (
          <li key={resolution}>
            <Button fullWidth variant={resolution === "merge" ? "filled" : "default"} onClick={() => onChoose(resolution)}>
              {t(`conflict.${resolution}`)}
            </Button>
            <p>{t(`conflict.${resolution}.text`)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

type ConflictSide = "both" | "mine" | "theirs"

type ConflictGroupProps<Change> = {
  readonly by: ConflictSide
  readonly of: ReadonlyArray<Change>
  readonly row: (change: Change) => ReactNode
}

/** The changes of one side, or of both; renders nothing if there are none. */
export const ConflictGroup = <Change,>({ by: side, of: changes, row: renderChange }: ConflictGroupProps<Change>) => {
  const t = useTranslate()
  if (changes.length === 0) return null
  return (
    <section className={classes["group"]} aria-labelledby={`conflict-${side}`}>
      <h3 id={`conflict-${side}`}>{t(`conflict.${side}`)}</h3>
      <ul>{changes.map(renderChange)}</ul>
    </section>
  )
}

type SingleChangeProps = { readonly title: string; readonly children: ReactNode }

/** A change made by one side only. */
export const SingleChange = ({ title, children }: SingleChangeProps) => (
  <li className={classes["one"]}>
    <span className={classes["what"]}>{title}</span>
    {children}
  </li>
)

type ConflictingChangeProps<Pick> = {
  readonly id: string
  readonly title: string
  readonly sides: ReadonlyArray<Pick>
  readonly picked: Pick
  readonly renderSide: (pick: Pick) => ReactNode
  readonly onPick: (pick: Pick) => void
}

/** A change made by both sides, with a choice of whose to keep. */
export const ConflictingChange = <Pick extends ConflictSide>({
  id,
  title,
  sides,
  picked,
  renderSide,
  onPick,
}: ConflictingChangeProps<Pick>) => {
  const t = useTranslate()
  const getSideLabel = (side: ConflictSide) => t(`conflict.use.${side}`)
  return (
    <li>
      <fieldset className={classes["choice"]}>
        <legend>{title}</legend>
        {sides.map((pick) => (
          <label key={pick} className={classes["option"]} data-picked={pick === picked}>
            <input type="radio" name={`pick ${id}`} checked={pick === picked} onChange={() => onPick(pick)} />
            <span>
              <b>{getSideLabel(pick)}</b>
              {renderSide(pick)}
            </span>
          </label>
        ))}
      </fieldset>
    </li>
  )
}

/** The text of one version; CSS truncates long texts. */
export const ChangeExcerpt = ({ children }: { readonly children: ReactNode }) => (
  <span className={classes["said"]} dir="auto">
    {children}
  </span>
)
