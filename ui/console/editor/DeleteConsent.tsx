// Asks before an instruction goes that others refer to, and shows which (decisions C12).
import { usesElsewhere } from "../../../domain/recall/uses.ts"
import { nameOf } from "../../../domain/script/name.ts"
import { placeOf } from "../../../machines/editor/place.ts"
import { Consent } from "../../kit/Consent.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./Editor.module.css"
import { useEditing, useEditor } from "./editing.tsx"

const isSameList = (one: ReadonlyArray<string>, other: ReadonlyArray<string>) => one.join("\n") === other.join("\n")

export const DeleteConsent = () => {
  const t = useWords()
  const actor = useEditor()
  const name = useEditing((context) => {
    const [uuid = null, ...others] = context.deleting ?? []
    const instruction = context.draft.instructions[placeOf(context, uuid) ?? -1]
    if (instruction === undefined) return null
    return others.length === 0 ? nameOf(instruction) : t("editor.marked.count", { count: others.length + 1 })
  })
  const uses = useEditing((context) => {
    if (context.deleting === null) return []
    return usesElsewhere(context.draft.instructions, context.deleting).map(({ uuid, as }) => {
      const user = context.draft.instructions[placeOf(context, uuid) ?? -1]
      return t(`editor.use.${as}`, { name: user === undefined ? "" : nameOf(user) })
    })
  }, isSameList)
  return (
    <Consent
      title={t("editor.deletion.title", { name: name ?? "" })}
      question={name === null ? null : t("editor.deletion.question")}
      deed={t("delete")}
      destroys
      onGive={() => actor.send({ type: "deletion.give" })}
      onRefuse={() => actor.send({ type: "deletion.refuse" })}
    >
      <ul className={classes["list"]}>
        {[...new Set(uses)].map((use) => (
          <li key={use}>{use}</li>
        ))}
      </ul>
    </Consent>
  )
}
