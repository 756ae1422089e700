// Toolbars of the outline: actions on the selected instructions, and the search.
import { ActionIcon, CloseButton, Toolbar } from "@mantine/core"
import { IconArrowDown, IconArrowsMoveVertical, IconArrowUp, IconCopy, IconTrash, IconX } from "@tabler/icons-react"
import type { ComponentType } from "react"
import type { InstructionFilter } from "../../../../domain/editing/editor-outline.ts"
import { pickerGroups } from "../../../../domain/editing/new-instruction.ts"
import type { EditorEvent } from "../../../../machines/editor/editor-model.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useEditor, useEditorState } from "../editor-context.tsx"
import classes from "./Outline.module.css"

type Action = {
  readonly name: "up" | "down" | "move-to" | "copy" | "delete"
  readonly icon: ComponentType<{ size?: number; "aria-hidden"?: "true" }>
  /** Null: opens the dialog that asks for the position. */
  readonly event: EditorEvent | null
}
const actions: ReadonlyArray<Action> = [
  { name: "up", icon: IconArrowUp, event: { type: "marked.move", by: -1 } },
  { name: "down", icon: IconArrowDown, event: { type: "marked.move", by: 1 } },
  { name: "move-to", icon: IconArrowsMoveVertical, event: null },
  { name: "copy", icon: IconCopy, event: { type: "marked.copy" } },
  { name: "delete", icon: IconTrash, event: { type: "marked.delete" } },
]

type Props = {
  readonly locked: boolean
  readonly total: number
  /** Called before the selection moves up or down by one. */
  readonly onStep: () => void
  readonly onMoveTo: () => void
  readonly onClear: () => void
}

export const SelectionToolbar = ({ locked, total, onStep, onMoveTo, onClear }: Props) => {
  const t = useTranslate()
  const actor = useEditor()
  const count = useEditorState(({ marked }) => marked.size)
  if (count === 0) return null
  return (
    <Toolbar unstyled className={classes["marked"] ?? ""} aria-label={t("editor.marked")}>
      <output>{t("editor.marked.count", { count })}</output>
      {!locked &&
        actions.map(({ name, icon: Icon, event }) => (
          <ActionIcon
            key={name}
            data-toolbar-toggle
            variant="subtle"
            color="gray"
            aria-label={t(`editor.marked.${name}`)}
            title={t(`editor.marked.${name}`)}
            // With everything selected there is no other position.
            disabled={event === null && count === total}
            onClick={() => {
              if (event === null) return onMoveTo()
              if (event.type === "marked.move") onStep()
              return actor.send(event)
            }}
          >
            <Icon size={16} aria-hidden="true" />
          </ActionIcon>
        ))}
      <ActionIcon data-toolbar-toggle variant="subtle" color="gray" aria-label={t("editor.marked.clear")} onClick={onClear}>
        <IconX size={16} aria-hidden="true" />
      </ActionIcon>
    </Toolbar>
  )
}

export const outlineSearchId = "find-instruction"

type SearchProps = {
  readonly filter: InstructionFilter
  /** The number of results; null without a search. */
  readonly resultCount: number | null
  readonly total: number
  readonly onFilter: (filter: InstructionFilter) => void
}

const kinds = [...pickerGroups.show, ...pickerGroups.questions, ...pickerGroups.control, "payment", "getFromAPI", "empty"] as const

/** Finds instructions by name, text and kind. */
export const OutlineSearch = ({ filter, resultCount, total, onFilter }: SearchProps) => {
  const t = useTranslate()
  return (
    <search className={classes["finder"]}>
      <input
        id={outlineSearchId}
        type="search"
        aria-label={t("editor.find")}
        placeholder={t("editor.find")}
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
      />
      <select
        aria-label={t("editor.find.kind")}
        value={filter.kind ?? ""}
        onChange={(event) => onFilter({ ...filter, kind: kinds.find((kind) => kind === event.currentTarget.value) ?? null })}
      >
        <option value="">{t("editor.find.any")}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`editor.kind.${kind}`)}
          </option>
        ))}
      </select>
      {resultCount !== null && (
        <div className={classes["found"]}>
          <output>{resultCount === 0 ? t("editor.find.none") : t("editor.find.count", { found: resultCount, count: total })}</output>
          <CloseButton size="sm" aria-label={t("editor.find.clear")} onClick={() => onFilter({ text: "", kind: null })} />
        </div>
      )}
    </search>
  )
}
