// The last step of the delivery wizard: the structure of questions and answers [A4], and the record keys [A6].
import { ActionIcon, Button, TextInput } from "@mantine/core"
import { IconPlus, IconX } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { type SubmitEvent, useId, useRef, useState } from "react"
import {
  answerFormats,
  answerOptions,
  chooseFormat,
  type PayloadStructure,
  parsePayloadStructure,
  pendingKeyProblem,
  printPayloadStructure,
  questionOptions,
  type RecordKeyLabels,
  recordKeyProblem,
  removeRecordKey,
  type StructureProblem,
  setRecordKey,
  structureProblemKeys,
  structureProblems,
  toggleAnswerOption,
  toggleQuestionOption,
} from "../../../../domain/actions/payload-structure.ts"
import type { DeliveryWizardActor } from "../../../../machines/editor/delivery-wizard-machine.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { SegmentedField } from "../../../kit/SegmentedField.tsx"
import classes from "./OutboundPanels.module.css"

/** [A6] The record keys of a delivery and their values. */
export const RecordKeys = ({ actor }: { readonly actor: DeliveryWizardActor }) => {
  const t = useTranslate()
  const labels = useSelector(actor, ({ context }) => context.params.labels) ?? {}
  const locked = useSelector(actor, ({ context }) => context.locked)
  const set = (next: RecordKeyLabels) => actor.send({ type: "params.update", change: { labels: next } })
  return (
    <fieldset className={classes["group"]}>
      <legend>{t("outbound.keys")}</legend>
      <p className={classes["quiet"]}>{t("outbound.keys.help")}</p>
      {Object.entries(labels).map(([key, value]) => (
        <div key={key} className={classes["pair"]}>
          <code className={classes["key"]}>{key}</code>
          <TextInput
            aria-label={t("outbound.keys.value", { key })}
            dir="auto"
            autoComplete="off"
            readOnly={locked}
            value={value}
            onChange={(event) => set(setRecordKey(labels, key, event.currentTarget.value))}
          />
          {!locked && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t("outbound.keys.remove", { key })}
              title={t("outbound.keys.remove", { key })}
              onClick={() => set(removeRecordKey(labels, key))}
            >
              <IconX size={18} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
      ))}
      {!locked && <NewKey actor={actor} labels={labels} />}
    </fieldset>
  )
}

/** A key typed here is saved with the delivery even if it was not added. */
const NewKey = ({ actor, labels }: { readonly actor: DeliveryWizardActor; readonly labels: RecordKeyLabels }) => {
  const t = useTranslate()
  const pendingKey = useSelector(actor, ({ context }) => context.typed)
  const canAdd = useSelector(actor, (state) => state.can({ type: "record-key.add" }))
  const [isProblemShown, setProblemShown] = useState(false)
  const problem = pendingKeyProblem(labels, pendingKey) ?? (isProblemShown ? recordKeyProblem(labels, pendingKey.key) : null)
  const keyField = useRef<HTMLInputElement>(null)
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setProblemShown(!canAdd)
    if (!canAdd) keyField.current?.focus()
    actor.send({ type: "record-key.add" })
  }
  return (
    <form className={`${classes["newkey"]} compact`} onSubmit={add} noValidate>
      <TextInput
        ref={keyField}
        label={t("outbound.keys.key")}
        autoComplete="off"
        error={problem === null ? undefined : t(`outbound.keys.${problem}`)}
        value={pendingKey.key}
        onChange={(event) => {
          actor.send({ type: "record-key.update", change: { key: event.currentTarget.value } })
          setProblemShown(false)
        }}
      />
      <TextInput
        label={t("outbound.keys.new")}
        dir="auto"
        autoComplete="off"
        value={pendingKey.value}
        onChange={(event) => actor.send({ type: "record-key.update", change: { value: event.currentTarget.value } })}
      />
      <Button type="submit" variant="default" leftSection={<IconPlus size={16} aria-hidden="true" />}>
        {t("outbound.keys.add")}
      </Button>
    </form>
  )
}

type Props = { readonly actor: DeliveryWizardActor }

export const StructureStep = ({ actor }: Props) => {
  const t = useTranslate()
  const name = useId()
  const options = useSelector(actor, ({ context }) => context.params.options)
  const locked = useSelector(actor, ({ context }) => context.locked)
  const structure = parsePayloadStructure(options)
  const problems = structureProblems(structure)
  const set = (next: PayloadStructure) => actor.send({ type: "params.update", change: { options: printPayloadStructure(next) } })
  return (
    <div className={classes["panel"]}>
      <SegmentedField
        label={t("outbound.format")}
        value={structure.format}
        locked={locked}
        options={answerFormats.map((format) => [format, t(`outbound.format.${format}`)])}
        onPick={(format) => set(chooseFormat(structure, format))}
      />
      <fieldset className={classes["group"]} disabled={locked}>
        <legend>{t("outbound.structure.question")}</legend>
        {questionOptions.map((option) => (
          <label key={option} className={classes["check"]}>
            <input
              type="checkbox"
              checked={structure.question.includes(option)}
              onChange={() => set(toggleQuestionOption(structure, option))}
            />
            {t(`outbound.structure.${option}`)}
          </label>
        ))}
        <Problem codes={["no-question-option"]} problems={problems} />
      </fieldset>
      <fieldset className={classes["group"]} disabled={locked}>
        <legend>{t("outbound.structure.answer")}</legend>
        {answerOptions.map((option) => (
          <label key={option} className={classes["check"]}>
            <input
              type={structure.format === "key-value" ? "radio" : "checkbox"}
              name={name}
              checked={structure.answer.includes(option)}
              onChange={() => set(toggleAnswerOption(structure, option))}
            />
            {t(`outbound.structure.${option}`)}
          </label>
        ))}
        <Problem codes={["no-answer-option", "several-answer-options"]} problems={problems} />
      </fieldset>
      <RecordKeys actor={actor} />
    </div>
  )
}

type ProblemProps = { readonly codes: ReadonlyArray<StructureProblem>; readonly problems: ReadonlyArray<StructureProblem> }

const Problem = ({ codes, problems }: ProblemProps) => {
  const t = useTranslate()
  const problem = codes.find((it) => problems.includes(it))
  return (
    <div className={classes["room"]}>
      {problem !== undefined && (
        <p className={classes["wrong"]} role="alert">
          {t(structureProblemKeys[problem])}
        </p>
      )}
    </div>
  )
}
