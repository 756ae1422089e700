// [E8] Runs the script beside the editor, with the engine of the real chats.
import { Button, NativeSelect } from "@mantine/core"
import { IconArrowBackUp, IconPlayerPlay } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { useMemo, useState } from "react"
import { type ActorRefFrom, createActor } from "xstate"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { languages } from "../../../../domain/script/language.ts"
import { listScriptLanguages } from "../../../../domain/script/translations.ts"
import { findPlace } from "../../../../machines/editor/editor-selection.ts"
import { rehearsalMachine } from "../../../../machines/editor/rehearsal-machine.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { SwitchField } from "../../../kit/SwitchField.tsx"
import { type EditorActor, useEditor, useEditorState, useSelectInstruction } from "../editor-context.tsx"
import { SidePane } from "../SidePane.tsx"
import { TestConversation } from "./TestConversation.tsx"
import { TestInputs } from "./TestInputs.tsx"
import { ConditionTrace, ValuesTable } from "./TestInspector.tsx"
import classes from "./TestPane.module.css"

export type TestRunActor = ActorRefFrom<typeof rehearsalMachine>

const running = new WeakMap<EditorActor, TestRunActor>()

/** The test run of an editor. It lives as long as the editor: closing the pane keeps the conversation and the inputs. */
export const getTestRun = (editor: EditorActor): TestRunActor => {
  const { draft, fresh } = editor.getSnapshot().context
  const before = running.get(editor)
  if (before === undefined) {
    const begun = createActor(rehearsalMachine, { input: { script: draft, fresh, from: null } }).start()
    running.set(editor, begun)
    return begun
  }
  before.send({ type: "play.resume", script: draft })
  return before
}

const parts = ["chat", "values", "why", "advance"] as const
type Part = (typeof parts)[number]

export const TestPane = ({ onGo, onClose }: { readonly onGo: () => void; readonly onClose: () => void }) => {
  const t = useTranslate()
  const editor = useEditor()
  const [part, show] = useState<Part>("chat")
  const [actor] = useState(() => getTestRun(editor))
  const go = useSelectInstruction(onGo)
  return (
    <SidePane heading={t("editor.test.heading")} height="fill" onClose={onClose}>
      <Controls actor={actor} />
      <Stale actor={actor} />
      <fieldset className={classes["parts"]} aria-label={t("editor.test.parts")}>
        {parts.map((one) => (
          <button key={one} type="button" aria-pressed={one === part} onClick={() => show(one)}>
            {t(`editor.test.part.${one}`)}
          </button>
        ))}
      </fieldset>
      {part === "chat" && <TestConversation actor={actor} onGo={go} />}
      {part === "values" && <ValuesTable actor={actor} />}
      {part === "why" && <ConditionTrace actor={actor} onGo={go} />}
      {part === "advance" && <TestInputs actor={actor} />}
    </SidePane>
  )
}

const Controls = ({ actor }: { readonly actor: TestRunActor }) => {
  const t = useTranslate()
  const editor = useEditor()
  const delays = useSelector(actor, ({ context }) => context.delays)
  const mayGoBack = useSelector(actor, ({ context }) => context.before.length > 0)
  const selected = useEditorState((context) => {
    const instruction = context.draft.instructions[findPlace(context, context.selected) ?? -1]
    return instruction === undefined ? null : getInstructionName(instruction)
  })
  const begin = (from: string | null) => actor.send({ type: "play.begin", script: editor.getSnapshot().context.draft, from })
  return (
    <div className={classes["controls"]}>
      <Button size="xs" variant="light" leftSection={<IconPlayerPlay size={16} aria-hidden="true" />} onClick={() => begin(null)}>
        {t("editor.test.again")}
      </Button>
      {selected !== null && (
        <Button size="xs" variant="default" onClick={() => begin(editor.getSnapshot().context.selected)}>
          {t("editor.test.from", { name: selected })}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        disabled={!mayGoBack}
        leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
        onClick={() => actor.send({ type: "play.back" })}
      >
        {t("editor.test.back")}
      </Button>
      <Languages actor={actor} />
      <SwitchField label={t("editor.test.delays")} on={delays} onTurn={(on) => actor.send({ type: "delays.turn", on })} />
    </div>
  )
}

/** Selects the language of the test, if the script has several. */
const Languages = ({ actor }: { readonly actor: TestRunActor }) => {
  const t = useTranslate()
  const script = useSelector(actor, ({ context }) => context.script)
  const language = useSelector(actor, ({ context }) => context.language)
  const spoken = useMemo(() => languages.filter((it) => listScriptLanguages(script).includes(it)), [script])
  if (spoken.length < 2) return null
  return (
    <NativeSelect
      size="xs"
      aria-label={t("editor.test.language")}
      value={language}
      data={spoken.map((one) => ({ value: one, label: t(`editor.language.${one}`) }))}
      onChange={(event) => {
        const picked = languages.find((one) => one === event.currentTarget.value)
        if (picked) actor.send({ type: "language.pick", language: picked })
      }}
    />
  )
}

/** Says that the script was edited since the test began. */
const Stale = ({ actor }: { readonly actor: TestRunActor }) => {
  const t = useTranslate()
  const draft = useEditorState((context) => context.draft)
  const isStale = useSelector(actor, ({ context }) => context.script !== draft)
  return <output className={classes["stale"]}>{isStale && t("editor.test.stale")}</output>
}
