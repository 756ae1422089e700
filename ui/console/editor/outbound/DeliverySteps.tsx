// Steps of the delivery wizard: the endpoint with the trigger for stale conversations [A7, A10], and the questions.

import { NativeSelect, TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import {
  hasSendableScores,
  listSendableQuestions,
  sentQuestionIds,
  toggleSentQuestion,
} from "../../../../domain/actions/delivery-payload.ts"
import {
  getShownWait,
  getTriggerPreset,
  maxTriggerAmount,
  parseTriggerAmount,
  setTriggerAmount,
  setTriggerEnabled,
  setTriggerPreset,
  triggerPresetNames,
  triggerPresets,
  triggerUnits,
} from "../../../../domain/actions/delivery-trigger.ts"
import { isStepValid } from "../../../../domain/actions/delivery-validation.ts"
import { getExcerpt } from "../../../../domain/editing/editor-outline.ts"
import type { SendToApiParams } from "../../../../domain/script/action.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import type { DeliveryWizardActor } from "../../../../machines/editor/delivery-wizard-machine.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { SwitchField } from "../../../kit/SwitchField.tsx"
import { useEditorState } from "../editor-context.tsx"
import { NumberField } from "../fields/NumberField.tsx"
import { EndpointField } from "./EndpointField.tsx"
import classes from "./OutboundPanels.module.css"

type Props = { readonly actor: DeliveryWizardActor }

export const EndpointStep = ({ actor }: Props) => {
  const t = useTranslate()
  const endpoint = useSelector(actor, ({ context }) => context.params.endpoint ?? "")
  const locked = useSelector(actor, ({ context }) => context.locked)
  return (
    <div className={classes["panel"]}>
      <div className={`${classes["group"]} roomy`}>
        <EndpointField
          description={t("outbound.endpoint.help")}
          value={endpoint}
          locked={locked}
          takesFocus
          onType={(text) => actor.send({ type: "params.update", change: { endpoint: text } })}
        />
      </div>
      <Trigger actor={actor} />
    </div>
  )
}

const Trigger = ({ actor }: Props) => {
  const t = useTranslate()
  const trigger = useSelector(actor, ({ context }) => context.params.trigger)
  const locked = useSelector(actor, ({ context }) => context.locked)
  const set = (next: SendToApiParams["trigger"]) => actor.send({ type: "params.update", change: { trigger: next ?? null } })
  const on = trigger?.enabled === true
  const invalidAmount = useSelector(actor, ({ context }) => context.invalidAmount)
  const { amount, unit } = getShownWait(trigger)
  const preset = getTriggerPreset(trigger)
  return (
    <fieldset className={classes["group"]}>
      <SwitchField label={t("outbound.trigger")} on={on} locked={locked} onTurn={(enabled) => set(setTriggerEnabled(trigger, enabled))} />
      <p className={classes["quiet"]}>{t("outbound.trigger.help")}</p>
      {on && (
        <div className={`${classes["row"]} compact`}>
          <NativeSelect
            label={t("outbound.trigger.wait")}
            disabled={locked}
            value={preset}
            data={[
              ...triggerPresetNames.map((name) => {
                const { amount: count, unit: presetUnit } = triggerPresets[name]
                return { value: name, label: t(`outbound.wait.${presetUnit}`, { amount: count }) }
              }),
              { value: "custom", label: t("outbound.trigger.custom") },
            ]}
            onChange={(event) => {
              const picked = triggerPresetNames.find((name) => name === event.currentTarget.value)
              set(picked === undefined ? setTriggerAmount(trigger, amount, unit) : setTriggerPreset(trigger, picked))
            }}
          />
          {preset === "custom" && (
            <>
              <NumberField
                label={t("outbound.trigger.amount")}
                value={amount}
                parse={(text) => parseTriggerAmount(text, unit)}
                invalidMessage={t("outbound.trigger.amount.wrong", { most: maxTriggerAmount(unit) })}
                locked={locked}
                onChange={(count) => actor.send({ type: "trigger-amount.type", text: String(count ?? "") })}
                unread={invalidAmount ?? undefined}
                onUnread={(text) => actor.send({ type: "trigger-amount.type", text })}
              />
              <NativeSelect
                label={t("outbound.trigger.unit")}
                disabled={locked}
                value={unit}
                data={triggerUnits.map((name) => ({ value: name, label: t(`outbound.unit.${name}`) }))}
                onChange={(event) =>
                  set(setTriggerAmount(trigger, amount, triggerUnits.find((name) => name === event.currentTarget.value) ?? unit))
                }
              />
            </>
          )}
          <TextInput
            label={t("outbound.trigger.name")}
            autoComplete="off"
            dir="auto"
            maxLength={255}
            readOnly={locked}
            value={trigger?.name ?? ""}
            onChange={(event) => set({ ...trigger, name: event.currentTarget.value })}
          />
        </div>
      )}
    </fieldset>
  )
}

export const QuestionsStep = ({ actor }: { readonly actor: DeliveryWizardActor }) => {
  const t = useTranslate()
  const params = useSelector(actor, ({ context }) => context.params)
  const instructions = useSelector(actor, ({ context }) => context.instructions)
  const locked = useSelector(actor, ({ context }) => context.locked)
  const language = useEditorState(({ draft }) => draft.language)
  const script = { instructions }
  const isAll = params.questions === null || params.questions === undefined
  const sent = sentQuestionIds(script, params.questions)
  const questions = listSendableQuestions(script)
  const set = (questions: ReadonlyArray<string> | null) => actor.send({ type: "params.update", change: { questions } })
  return (
    <fieldset className={classes["group"]}>
      <legend>{t("outbound.questions")}</legend>
      <SwitchField
        label={t("outbound.questions.all")}
        on={isAll}
        locked={locked}
        onTurn={(all) => set(all ? null : sentQuestionIds(script, null))}
      />
      <p className={classes["quiet"]}>
        {t(
          questions.length === 0
            ? "outbound.questions.none"
            : hasSendableScores(script)
              ? "outbound.questions.all.help.scores"
              : "outbound.questions.all.help",
        )}
      </p>
      {!isAll && (
        <ul className={classes["questions"]}>
          {questions.map(({ instruction, question, id }) => (
            <li key={id}>
              <label className={classes["check"]}>
                <input
                  type="checkbox"
                  checked={sent.includes(id)}
                  disabled={locked}
                  onChange={() => set(toggleSentQuestion(script, params.questions, id))}
                />
                <span>
                  <strong>{getInstructionName(instruction)}</strong> {question === null && <em>{t("outbound.questions.score")} </em>}
                  <span dir="auto">{getExcerpt(instruction, language)}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <div className={classes["room"]}>
        {!isStepValid("questions", params) && (
          <p className={classes["wrong"]} role="alert">
            {t("outbound.questions.wrong")}
          </p>
        )}
      </div>
    </fieldset>
  )
}
