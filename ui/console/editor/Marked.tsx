// What can be done with several instructions at once.
import { ActionIcon } from "@mantine/core"
import { IconArrowDown, IconArrowsMoveVertical, IconArrowUp, IconCopy, IconTrash, IconX } from "@tabler/icons-react"
import type { ComponentType } from "react"
import type { EditorEvent } from "../../../machines/editor/events.ts"
import { useWords } from "../../kit/words.tsx"
import { useEditing, useEditor } from "./editing.tsx"
import classes from "./Outline.module.css"

type Deed = {
  readonly name: "up" | "down" | "move-to" | "copy" | "delete"
  readonly icon: ComponentType<{ size?: number; "aria-hidden"?: "true" }>
  /** Null: it is asked where to. */
  readonly event: EditorEvent | null
}
const deeds: ReadonlyArray<Deed> = [
  { name: "up", icon: IconArrowUp, event: { type: "marked.move", by: -1 } },
  { name: "down", icon: IconArrowDown, event: { type: "marked.move", by: 1 } },
  { name: "move-to", icon: IconArrowsMoveVertical, event: null },
  { name: "copy", icon: IconCopy, event: { type: "marked.copy" } },
  { name: "delete", icon: IconTrash, event: { type: "marked.delete" } },
]

type Props = {
  readonly locked: boolean
  readonly total: number
  /** They go a step up or down. */
  readonly onStep: () => void
  readonly onMoveTo: () => void
  readonly onClear: () => void
}

export const Marked = ({ locked, total, onStep, onMoveTo, onClear }: Props) => {
  const t = useWords()
  const actor = useEditor()
  const count = useEditing(({ marked }) => marked.size)
  if (count === 0) return null
  return (
    <div className={classes["marked"]} role="toolbar" aria-label={t("editor.marked")}>
      <output>{t("editor.marked.count", { count })}</output>
      {!locked &&
        deeds.map(({ name, icon: Icon, event }) => (
          <ActionIcon
            key={name}
            variant="subtle"
            color="gray"
            aria-label={t(`editor.marked.${name}`)}
            title={t(`editor.marked.${name}`)}
            // Where all move there is no other place.
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
      <ActionIcon variant="subtle" color="gray" aria-label={t("editor.marked.clear")} onClick={onClear}>
        <IconX size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
