// A message as its markup: wished by the author, or all there is where the toolbar cannot show or cannot be fetched.
import { IconCode } from "@tabler/icons-react"
import { directionOf } from "../../../domain/script/direction.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./MessageField.module.css"

const focusNow = (element: HTMLElement | null): void => element?.focus()

export type TextProps = {
  readonly labelledBy: string
  readonly content: string
  readonly language: string
  readonly locked: boolean
  readonly onSay: (html: string) => void
  /** The caret goes there at once. */
  readonly focused?: boolean
}

type Props = TextProps & {
  /** Why there is nothing but the markup. */
  readonly why: string | null
  /** Null: there is no way back to the toolbar. */
  readonly onClose: (() => void) | null
}

export const Source = ({ labelledBy, content, language, locked, why, onSay, onClose, focused = false }: Props) => {
  const t = useWords()
  return (
    <>
      <div className={classes["bubble"]}>
        <div className={classes["toolbar"]} role="toolbar" aria-label={t("editor.message.toolbar")}>
          <button
            type="button"
            className={classes["tool"]}
            aria-label={t("editor.message.source")}
            title={t("editor.message.source")}
            aria-pressed
            disabled={onClose === null}
            onClick={onClose ?? undefined}
          >
            <IconCode size={16} aria-hidden="true" />
          </button>
        </div>
        <textarea
          className={classes["source"]}
          aria-labelledby={labelledBy}
          lang={language}
          dir={directionOf(language)}
          ref={focused ? focusNow : undefined}
          spellCheck={false}
          readOnly={locked}
          value={content}
          onChange={(event) => onSay(event.currentTarget.value)}
        />
      </div>
      {why !== null && <p className={classes["others"]}>{why}</p>}
    </>
  )
}
