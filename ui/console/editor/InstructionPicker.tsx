// What the next instruction is to be (spec/2-editor §2).
import { Button } from "@mantine/core"
import { useState } from "react"
import { nameOf } from "../../../domain/script/name.ts"
import type { PickerEntry } from "../../../domain/script/picker.ts"
import { placeBefore, placeOf } from "../../../machines/editor/edits.ts"
import { useWords } from "../../kit/words.tsx"
import { useEditing, useEditor, useLocked } from "./editing.tsx"
import { ImportOffer } from "./ImportOffer.tsx"
import classes from "./InstructionPicker.module.css"
import { KindIcon } from "./kinds.tsx"
import { offered } from "./offered.ts"

export const InstructionPicker = ({ onPicked }: { readonly onPicked: () => void }) => {
  const t = useWords()
  const actor = useEditor()
  const locked = useLocked("sequence")
  const isEmpty = useEditing(({ draft }) => draft.instructions.length === 0)
  const behind = useEditing((context) => {
    const before = context.draft.instructions[placeBefore(context)]
    return before === undefined ? null : nameOf(before)
  })
  const mayClose = useEditing((context) => placeOf(context, context.selected) !== undefined)
  return (
    <section className={classes["picker"]} aria-label={t("editor.picker")}>
      <div className={classes["top"]}>
        <h2 className={classes["heading"]}>{t("editor.picker.heading")}</h2>
        {mayClose && (
          <Button variant="subtle" color="gray" size="xs" onClick={() => actor.send({ type: "picker.close" })}>
            {t("editor.picker.close")}
          </Button>
        )}
      </div>
      <p className={classes["where"]}>{behind === null ? t("editor.picker.first") : t("editor.picker.behind", { name: behind })}</p>
      {isEmpty && !locked && <ImportOffer />}
      {!locked && (
        <KindButtons
          onPick={(entry) => {
            actor.send({ type: "instruction.add", entry })
            onPicked()
          }}
        />
      )}
    </section>
  )
}

/** The field in which a kind is sought: who asks for the picker goes on there. */
export const pickerSearchId = "picker-search"

/** A button per kind, by groups. */
export const KindButtons = ({ onPick }: { readonly onPick: (kind: PickerEntry) => void }) => {
  const t = useWords()
  const [sought, seek] = useState("")
  const isLike = (kind: PickerEntry) =>
    `${t(`editor.kind.${kind}`)} ${t(`editor.about.${kind}`)}`.toLowerCase().includes(sought.trim().toLowerCase())
  const flags = useEditing((context) => context.flags)
  const found = offered(flags)
    .map(({ group, kinds }) => ({ group, kinds: kinds.filter(isLike) }))
    .filter(({ kinds }) => kinds.length > 0)
  const [first] = found
  const groups = found.map(({ group, kinds }) => (
    <div key={group} className={classes["group"]}>
      <h3 className={classes["groupname"]}>{t(`editor.picker.group.${group}`)}</h3>
      <div className={classes["entries"]}>
        {kinds.map((kind) => (
          <div key={kind} className={classes["entry"]}>
            <KindIcon kind={kind} />
            <div>
              <button type="button" className={classes["name"]} aria-describedby={`about-${kind}`} onClick={() => onPick(kind)}>
                {t(`editor.kind.${kind}`)}
              </button>
              <p className={classes["about"]} id={`about-${kind}`}>
                {t(`editor.about.${kind}`)}
              </p>
            </div>
          </div>
        ))}
      </div>
    </div>
  ))
  return (
    <>
      <input
        type="search"
        id={pickerSearchId}
        className={classes["search"]}
        aria-label={t("editor.picker.search")}
        placeholder={t("editor.picker.search")}
        value={sought}
        onChange={(event) => seek(event.currentTarget.value)}
        onKeyDown={(event) => {
          const kind = first?.kinds[0]
          if (event.key === "Enter" && sought.trim() !== "" && kind !== undefined) onPick(kind)
        }}
      />
      <output className={classes["where"]}>{first === undefined && t("editor.picker.none")}</output>
      {groups}
    </>
  )
}
