// What a test begins with: metadata, and answers that are given by themselves.
import { Textarea, TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { memo, useMemo } from "react"
import { knownKeys } from "../../../../domain/conditions/subjects.ts"
import { ownField } from "../../../../domain/own-field.ts"
import { plainText } from "../../../../domain/rich-text/plain-text.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { nameOf } from "../../../../domain/script/name.ts"
import { useWords } from "../../../kit/words.tsx"
import { useEditing } from "../editing.tsx"
import { externalKeys } from "../external-keys.ts"
import type { PlayingActor } from "./playing.ts"
import classes from "./test.module.css"

type Props = { readonly actor: PlayingActor }

// Each field reads what stands in it: with a thousand questions a keystroke draws one of them.
export const Advance = ({ actor }: Props) => {
  const t = useWords()
  const script = useSelector(actor, ({ context }) => context.script)
  const asking = useMemo(() => script.instructions.filter(({ question }) => question), [script])
  return (
    <div className={classes["advance"]}>
      <p>{t("editor.test.advance.text")}</p>
      <Metadata actor={actor} />
      <Crm actor={actor} />
      {asking.map((instruction) => (
        <Preset key={instruction.uuid} actor={actor} instruction={instruction} />
      ))}
    </div>
  )
}

const Metadata = ({ actor }: Props) => {
  const t = useWords()
  const metadata = useSelector(actor, ({ context }) => context.metadata)
  return (
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
  )
}

const Crm = ({ actor }: Props) => {
  const t = useWords()
  const crm = useSelector(actor, ({ context }) => context.crm)
  const external = useEditing(externalKeys)
  const script = useSelector(actor, ({ context }) => context.script)
  const keys = useMemo(() => knownKeys(script.instructions, external).crm.join(", "), [script, external])
  return (
    <Textarea
      label={t("editor.test.crm")}
      description={t("editor.test.lines.of", { keys })}
      placeholder={"groups = members, donors"}
      autosize={false}
      rows={2}
      spellCheck={false}
      value={crm}
      onChange={(event) => actor.send({ type: "crm.type", text: event.currentTarget.value })}
    />
  )
}

const Preset = memo(({ actor, instruction }: Props & { readonly instruction: Instruction }) => {
  const t = useWords()
  const { uuid, messages } = instruction
  const typed = useSelector(actor, ({ context }) => ownField(context.typed, uuid) ?? "")
  return (
    <TextInput
      label={t("editor.test.preset", { name: nameOf(instruction) })}
      description={plainText(messages[0]?.content ?? "").slice(0, 100)}
      autoComplete="off"
      value={typed}
      onChange={(event) => actor.send({ type: "preset.type", uuid, text: event.currentTarget.value })}
    />
  )
})
