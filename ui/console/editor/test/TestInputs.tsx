// Inputs of a test run: metadata, CRM data, and answers given automatically.

import { Textarea, TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { memo, useMemo, useState } from "react"
import { metadataLineProblem, presetAnswerProblem } from "../../../../domain/chat/test-conversation.ts"
import { listReferencedKeys } from "../../../../domain/editing/condition-builder.ts"
import { getExcerpt, matchesFilter } from "../../../../domain/editing/editor-outline.ts"
import { getOwnField } from "../../../../domain/json/json-value.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import type { TestRunActor } from "../../../../machines/editor/rehearsal-machine.ts"
import { useFindingSentence, useTranslate } from "../../../kit/i18n.tsx"
import { useMeasuredRows } from "../../../kit/virtual-list.tsx"
import classes from "./TestPane.module.css"

/** Describes the first problem in lines of `key = value`; undefined if there is none. */
export const useLinesError = (text: string): string | undefined => {
  const t = useTranslate()
  const problem = metadataLineProblem(text)
  return problem === null ? undefined : t(`editor.test.lines.${problem.kind}`, { line: problem.line })
}

/** Explains how to write the lines, with the keys that the script uses; `allowsLists`: whether a value can be a list. */
export const useLinesHint = (keys: ReadonlyArray<string>, allowsLists: boolean): string => {
  const t = useTranslate()
  const lines = t(allowsLists ? "editor.test.lines.several" : "editor.test.lines")
  return keys.length === 0 ? lines : `${lines}. ${t("editor.test.lines.asked", { keys: keys.join(", ") })}`
}

type Props = { readonly actor: TestRunActor }

export const TestInputs = ({ actor }: Props) => {
  const t = useTranslate()
  return (
    <div className={classes["advance"]}>
      <p>{t("editor.test.advance.text")}</p>
      <Metadata actor={actor} />
      <Crm actor={actor} />
      <Presets actor={actor} />
    </div>
  )
}

/** The keys of one kind that the tested script refers to. */
const useReferencedKeys = (kind: keyof ReturnType<typeof listReferencedKeys>, actor: TestRunActor): ReadonlyArray<string> => {
  const script = useSelector(actor, ({ context }) => context.script)
  return useMemo(() => listReferencedKeys(script.instructions)[kind], [script, kind])
}

const Metadata = ({ actor }: Props) => {
  const t = useTranslate()
  const metadata = useSelector(actor, ({ context }) => context.metadata)
  return (
    <Textarea
      label={t("editor.test.metadata")}
      description={useLinesHint(useReferencedKeys("metadata", actor), false)}
      error={useLinesError(metadata)}
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
  const t = useTranslate()
  const crm = useSelector(actor, ({ context }) => context.crm)
  return (
    <Textarea
      label={t("editor.test.crm")}
      description={useLinesHint(useReferencedKeys("crm", actor), true)}
      error={useLinesError(crm)}
      placeholder={"groups = members, donors"}
      autosize={false}
      rows={2}
      spellCheck={false}
      value={crm}
      onChange={(event) => actor.send({ type: "crm.type", text: event.currentTarget.value })}
    />
  )
}

/** The height of a field with label and description, in pixels. */
const defaultRowHeight = 84
/** With more questions than this there is a search field. */
const maxWithoutSearch = 8

// Virtualized, and each field selects its own text: with a thousand questions, a keystroke rerenders only one field.
const Presets = ({ actor }: Props) => {
  const t = useTranslate()
  const script = useSelector(actor, ({ context }) => context.script)
  const withQuestion = useMemo(() => script.instructions.filter(({ question }) => question), [script])
  const [query, setQuery] = useState("")
  const found = useMemo(() => withQuestion.filter((it) => matchesFilter(it, { text: query, kind: null })), [withQuestion, query])
  const keys = useMemo(() => found.map(({ uuid }) => uuid), [found])
  const [focusedUuid, setFocusedUuid] = useState<string | null>(null)
  const { watch, measure, shown, height } = useMeasuredRows({ keys, defaultHeight: defaultRowHeight, pinnedKey: focusedUuid })
  return (
    <>
      {withQuestion.length > maxWithoutSearch && (
        <TextInput
          type="search"
          label={t("editor.test.find")}
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      {found.length === 0 && query !== "" && <p>{t("editor.find.none")}</p>}
      <ul ref={watch} className={classes["presets"]} aria-label={t("editor.test.presets")} style={{ height }}>
        {shown.map(({ index, top }) => {
          const instruction = found[index]
          return instruction === undefined ? null : (
            <li key={instruction.uuid} ref={measure} data-row={index} style={{ top }} aria-posinset={index + 1} aria-setsize={found.length}>
              <Preset actor={actor} instruction={instruction} onFocusField={setFocusedUuid} />
            </li>
          )
        })}
      </ul>
    </>
  )
}

type PresetProps = Props & { readonly instruction: Instruction; readonly onFocusField: (uuid: string) => void }

const Preset = memo(({ actor, instruction, onFocusField }: PresetProps) => {
  const t = useTranslate()
  const formatSentence = useFindingSentence()
  const { uuid, question } = instruction
  const language = useSelector(actor, ({ context }) => context.script.language)
  const testLanguage = useSelector(actor, ({ context }) => context.language)
  const presetText = useSelector(actor, ({ context }) => getOwnField(context.presets, uuid) ?? "")
  const problem = useMemo(
    () => (question ? presetAnswerProblem(question, presetText, testLanguage) : null),
    [question, presetText, testLanguage],
  )
  return (
    <TextInput
      label={t("editor.test.preset", { name: getInstructionName(instruction) })}
      description={getExcerpt(instruction, language)}
      error={problem === null ? undefined : formatSentence({ ...problem, message: problem.key })}
      autoComplete="off"
      value={presetText}
      onFocus={() => onFocusField(uuid)}
      onChange={(event) => actor.send({ type: "preset.type", uuid, text: event.currentTarget.value })}
    />
  )
})
