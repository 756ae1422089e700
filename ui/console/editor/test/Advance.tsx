// What a test begins with: metadata, and answers that are given by themselves.
import { Textarea, TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { knownKeys } from "../../../../domain/conditions/subjects.ts"
import { plainText } from "../../../../domain/rich-text/plain-text.ts"
import { nameOf } from "../../../../domain/script/name.ts"
import { useWords } from "../../../kit/words.tsx"
import { useEditing } from "../editing.tsx"
import { externalKeys } from "../external-keys.ts"
import type { PlayingActor } from "./playing.ts"
import classes from "./test.module.css"

export const Advance = ({ actor }: { readonly actor: PlayingActor }) => {
  const t = useWords()
  const metadata = useSelector(actor, ({ context }) => context.metadata)
  const crm = useSelector(actor, ({ context }) => context.crm)
  const external = useEditing(externalKeys)
  const script = useSelector(actor, ({ context }) => context.script)
  const typed = useSelector(actor, ({ context }) => context.typed)
  const asking = script.instructions.filter(({ question }) => question)
  return (
    <div className={classes["advance"]}>
      <p>{t("editor.test.advance.text")}</p>
      <Textarea
        label={t("editor.test.metadata")}
        description={t("editor.test.lines")}
        placeholder={"source = newsletter"}
        autosize={false}
        rows={3}
        spellCheck={false}
        value={metadata}
        onChange={(event) => actor.send({ type: "metadata.type", text: event.currentTarget.value })}
      />
      <Textarea
        label={t("editor.test.crm")}
        description={t("editor.test.lines.of", { keys: knownKeys(script.instructions, external).crm.join(", ") })}
        placeholder={"groups = members, donors"}
        autosize={false}
        rows={2}
        spellCheck={false}
        value={crm}
        onChange={(event) => actor.send({ type: "crm.type", text: event.currentTarget.value })}
      />
      {asking.map((instruction) => {
        const { uuid, messages } = instruction
        return (
          <TextInput
            key={uuid}
            label={t("editor.test.preset", { name: nameOf(instruction) })}
            description={plainText(messages[0]?.content ?? "").slice(0, 100)}
            autoComplete="off"
            value={Object.hasOwn(typed, uuid) ? (typed[uuid] ?? "") : ""}
            onChange={(event) => actor.send({ type: "preset.type", uuid, text: event.currentTarget.value })}
          />
        )
      })}
    </div>
  )
}
