// Finds instructions in a long script, by name, text and kind.
import { CloseButton } from "@mantine/core"
import type { Sought } from "../../../domain/script/find.ts"
import { pickerGroups } from "../../../domain/script/picker.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./Outline.module.css"

export const finderId = "find-instruction"

type Props = {
  readonly sought: Sought
  /** How many are found; null where nothing is sought. */
  readonly found: number | null
  readonly total: number
  readonly onSeek: (sought: Sought) => void
}

const kinds = [...pickerGroups.show, ...pickerGroups.questions, ...pickerGroups.control, "payment", "getFromAPI", "empty"] as const

export const Finder = ({ sought, found, total, onSeek }: Props) => {
  const t = useWords()
  return (
    <search className={classes["finder"]}>
      <input
        id={finderId}
        type="search"
        aria-label={t("editor.find")}
        placeholder={t("editor.find")}
        value={sought.text}
        onChange={(event) => onSeek({ ...sought, text: event.currentTarget.value })}
      />
      <select
        aria-label={t("editor.find.kind")}
        value={sought.kind ?? ""}
        onChange={(event) => onSeek({ ...sought, kind: kinds.find((kind) => kind === event.currentTarget.value) ?? null })}
      >
        <option value="">{t("editor.find.any")}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`editor.kind.${kind}`)}
          </option>
        ))}
      </select>
      {found !== null && (
        <div className={classes["found"]}>
          <output>{found === 0 ? t("editor.find.none") : t("editor.find.count", { found, count: total })}</output>
          <CloseButton size="sm" aria-label={t("editor.find.clear")} onClick={() => onSeek({ text: "", kind: null })} />
        </div>
      )}
    </search>
  )
}
