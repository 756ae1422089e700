// [E8] Runs the script beside the editor, with the engine of the real chats.
import "@mantine/core/styles/Tabs.layer.css"
import { Button, NativeSelect, Tabs } from "@mantine/core"
import { IconArrowBackUp, IconPlayerPlay, IconRoute } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { useMemo, useState } from "react"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { listScriptLanguages } from "../../../../domain/script/script-languages.ts"
import { languages } from "../../../../domain/text/language.ts"
import { findInstructionIndex } from "../../../../machines/editor/editor-selection.ts"
import type { TestRunActor } from "../../../../machines/editor/rehearsal-machine.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { SwitchField } from "../../../kit/SwitchField.tsx"
import { useEditor, useEditorState, useSelectInstruction } from "../editor-context.tsx"
import { SidePane } from "../SidePane.tsx"
import { ProofNotice } from "./ProofNotice.tsx"
import { TestConversation } from "./TestConversation.tsx"
import { TestInputs } from "./TestInputs.tsx"
import { ConditionTrace, ValuesTable } from "./TestInspector.tsx"
import classes from "./TestPane.module.css"
import { useTestRun } from "./test-run.ts"

const views = ["chat", "values", "why", "advance"] as const
type View = (typeof views)[number]

export const TestPane = ({ onNavigate, onClose }: { readonly onNavigate: () => void; readonly onClose: () => void }) => {
  const t = useTranslate()
  const getTestRun = useTestRun()
  const [view, setView] = useState<View>("chat")
  const [actor] = useState(getTestRun)
  const selectInstruction = useSelectInstruction(onNavigate)
  return (
    <SidePane heading={t("editor.test.heading")} height="fill" onClose={onClose}>
      <Controls actor={actor} />
      <StaleNotice actor={actor} />
      <ProofNotice actor={actor} onNavigate={selectInstruction} />
      {/* The parts that are not shown do no work, except the conversation: a new frame would have to load the page. */}
      <Tabs
        className={classes["parts"] ?? ""}
        keepMounted={false}
        keepMountedMode="display-none"
        value={view}
        onChange={(value) => setView(views.find((name) => name === value) ?? view)}
      >
        <Tabs.List aria-label={t("editor.test.parts")} className={classes["tabs"] ?? ""}>
          {views.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`editor.test.part.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="chat" keepMounted className={classes["part"] ?? ""}>
          <TestConversation actor={actor} onNavigate={selectInstruction} />
        </Tabs.Panel>
        <Tabs.Panel value="values" className={classes["part"] ?? ""}>
          <ValuesTable actor={actor} />
        </Tabs.Panel>
        <Tabs.Panel value="why" className={classes["part"] ?? ""}>
          <ConditionTrace actor={actor} onNavigate={selectInstruction} />
        </Tabs.Panel>
        <Tabs.Panel value="advance" className={classes["part"] ?? ""}>
          <TestInputs actor={actor} />
        </Tabs.Panel>
      </Tabs>
    </SidePane>
  )
}

const Controls = ({ actor }: { readonly actor: TestRunActor }) => {
  const t = useTranslate()
  const editor = useEditor()
  const delays = useSelector(actor, ({ context }) => context.hasDelays)
  const canGoBack = useSelector(actor, ({ context }) => context.checkpoints.length > 0)
  const selectedName = useEditorState((context) => {
    const instruction = context.draft.instructions[findInstructionIndex(context, context.selected) ?? -1]
    return instruction === undefined ? null : getInstructionName(instruction)
  })
  const begin = (startAt: string | null) => actor.send({ type: "rehearsal.start", script: editor.getSnapshot().context.draft, startAt })
  return (
    <div className={classes["controls"]}>
      <Button size="xs" variant="light" leftSection={<IconPlayerPlay size={16} aria-hidden="true" />} onClick={() => begin(null)}>
        {t("editor.test.again")}
      </Button>
      {selectedName !== null && (
        <Button size="xs" variant="default" onClick={() => begin(editor.getSnapshot().context.selected)}>
          {t("editor.test.from", { name: selectedName })}
        </Button>
      )}
      {selectedName !== null && <ReachButton actor={actor} name={selectedName} />}
      <Button
        size="xs"
        variant="default"
        disabled={!canGoBack}
        leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
        onClick={() => actor.send({ type: "rehearsal.back" })}
      >
        {t("editor.test.back")}
      </Button>
      <Languages actor={actor} />
      <SwitchField label={t("editor.test.delays")} on={delays} onTurn={(on) => actor.send({ type: "delays.toggle", on })} />
    </div>
  )
}

/** Plays answers that lead to the selected instruction. */
const ReachButton = ({ actor, name }: { readonly actor: TestRunActor; readonly name: string }) => {
  const t = useTranslate()
  const editor = useEditor()
  const isProving = useSelector(actor, (state) => state.matches({ conversation: "proving" }))
  const isEnd = useEditorState(({ draft, selected }) => draft.instructions.find(({ uuid }) => uuid === selected)?.type === "end")
  return (
    <Button
      size="xs"
      variant="default"
      loading={isProving}
      leftSection={<IconRoute size={16} aria-hidden="true" />}
      onClick={() => {
        const { draft: script, selected: uuid } = editor.getSnapshot().context
        if (uuid !== null) actor.send({ type: "instructions.reach", script, uuids: [uuid] })
      }}
    >
      {t(isEnd ? "editor.test.reach.end" : "editor.test.reach", { name })}
    </Button>
  )
}

/** Selects the language of the test, if the script has several. */
const Languages = ({ actor }: { readonly actor: TestRunActor }) => {
  const t = useTranslate()
  const script = useSelector(actor, ({ context }) => context.script)
  const language = useSelector(actor, ({ context }) => context.language)
  const scriptLanguages = useMemo(() => languages.filter((it) => listScriptLanguages(script).includes(it)), [script])
  if (scriptLanguages.length < 2) return null
  return (
    <NativeSelect
      size="xs"
      aria-label={t("editor.test.language")}
      value={language}
      data={scriptLanguages.map((name) => ({ value: name, label: t(`editor.language.${name}`) }))}
      onChange={(event) => {
        const picked = languages.find((name) => name === event.currentTarget.value)
        if (picked) actor.send({ type: "language.pick", language: picked })
      }}
    />
  )
}

/** Says that the script was edited since the test began. */
const StaleNotice = ({ actor }: { readonly actor: TestRunActor }) => {
  const t = useTranslate()
  const draft = useEditorState((context) => context.draft)
  const isStale = useSelector(actor, ({ context }) => context.script !== draft)
  return <output className={classes["stale"]}>{isStale && t("editor.test.stale")}</output>
}
