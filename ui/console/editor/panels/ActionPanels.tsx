// Panels of actions: the end of the chat [A1-A3] and a payment [A16].

import { Button, NativeSelect } from "@mantine/core"
import type { ReactNode } from "react"
import { listAmountQuestionsBefore } from "../../../../domain/actions/action-check.ts"
import {
  chooseEndAction,
  type EndParams,
  endFindings,
  getEndAction,
  listEndFields,
  metadataPlaceholder,
  normalizeEndUrl,
  setEndMessage,
  setEndUrl,
} from "../../../../domain/actions/end-action.ts"
import { getExcerpt } from "../../../../domain/editing/editor-outline.ts"
import { endActions, maxStopMessageLength } from "../../../../domain/script/action.ts"
import { findAmountSource } from "../../../../domain/script/action-waiting.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { countCodePoints, isNearMaximum } from "../../../../domain/text/text-input.ts"
import { useFindingSentence, useTranslate } from "../../../kit/i18n.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { SegmentedField } from "../../../kit/SegmentedField.tsx"
import { SwitchField } from "../../../kit/SwitchField.tsx"
import { useEditorState, useIsLocked, useUpdateInstruction } from "../editor-context.tsx"
import { RecallInput } from "../fields/RecallField.tsx"
import mediaPanelsClasses from "./MediaPanels.module.css"
import classes from "./QuestionPanels.module.css"

/** The chat ends with a text, on a web page or at the live statistics; only the fields of that choice are shown. */
export const EndPanel = ({ instruction: { uuid, order, action } }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const formatSentence = useFindingSentence()
  const updateInstruction = useUpdateInstruction(uuid)
  const locked = useIsLocked("action")
  if (action?.type !== "end") return null
  const { params } = action
  const endAction = getEndAction(params)
  const fields = listEndFields(params)
  const message = params.message ?? ""
  const length = countCodePoints(message)
  const url = params.url ?? ""
  const set = (next: EndParams, field: string | null) => updateInstruction(field, { action: { ...action, params: next } })
  const urlFinding = endFindings(params, "").find(({ pointer }) => pointer === "/url")
  const urlError: ReactNode = urlFinding === undefined ? undefined : formatSentence(urlFinding)
  return (
    <div className={`${classes["panel"]} roomy`}>
      <SegmentedField
        label={t("editor.end.type")}
        value={params.endType ?? "finished"}
        locked={locked}
        options={[
          ["finished", t("editor.end.type.finished")],
          ["screenout", t("editor.end.type.screenout")],
        ]}
        onPick={(endType) => set({ ...params, endType }, null)}
      />
      <SegmentedField
        label={t("editor.end.action")}
        value={endAction}
        locked={locked}
        options={endActions.map((option) => [option, t(`editor.end.action.${option}`)])}
        onPick={(option) => set(chooseEndAction(params, option), null)}
      />
      {fields.includes("message") && (
        <RecallInput
          data-part="/action/params/message"
          index={order}
          label={t("editor.end.text")}
          description={
            isNearMaximum(length, maxStopMessageLength)
              ? t("field.count", { count: length, max: maxStopMessageLength })
              : t("editor.end.text.help")
          }
          error={length > maxStopMessageLength}
          dir="auto"
          readOnly={locked}
          value={message}
          onType={(text) => set(setEndMessage(params, text), "end message")}
        />
      )}
      {fields.includes("url") && (
        <>
          <RecallInput
            index={order}
            label={t("editor.end.url")}
            data-part="/action/params/url"
            description={t("editor.end.url.warning")}
            error={url !== "" ? urlError : undefined}
            type="url"
            inputMode="url"
            spellCheck={false}
            placeholder="https://"
            readOnly={locked}
            value={url}
            onType={(text) => set(setEndUrl(params, text), "end url")}
            onBlur={() => normalizeEndUrl(url) !== url && set({ ...params, url: normalizeEndUrl(url) }, "end url")}
          />
          {!locked && (
            <Button variant="default" size="xs" onClick={() => set(setEndUrl(params, `${url}${metadataPlaceholder}`), null)}>
              {t("editor.end.url.insert")}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

export const PaymentPanel = ({ instruction: { uuid, order, action } }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const updateInstruction = useUpdateInstruction(uuid)
  const locked = useIsLocked("action")
  const instructions = useEditorState(({ draft }) => draft.instructions)
  const language = useEditorState(({ draft }) => draft.language)
  if (action?.type !== "payment") return null
  const { params } = action
  const amountQuestions = listAmountQuestionsBefore(instructions, order)
  const chosenQuestion = findAmountSource(instructions, params.amount)
  // A chosen question that is asked too late stays selectable; the finding below explains the problem.
  const selectable =
    chosenQuestion === undefined || amountQuestions.includes(chosenQuestion) ? amountQuestions : [...amountQuestions, chosenQuestion]
  const set = (changes: Partial<typeof params>) => updateInstruction(null, { action: { ...action, params: { ...params, ...changes } } })
  return (
    <div className={mediaPanelsClasses["panel"]}>
      <NativeSelect
        data-part="/action/params/amount"
        className={mediaPanelsClasses["amount"] ?? ""}
        label={t("editor.payment.amount")}
        disabled={locked}
        value={chosenQuestion?.uuid ?? ""}
        data={[
          { value: "", label: t("editor.payment.amount.none") },
          ...selectable.map((it) => ({ value: it.uuid, label: `${getInstructionName(it)} · ${getExcerpt(it, language)}` })),
        ]}
        onChange={(event) => set({ amount: event.currentTarget.value || null })}
      />
      {amountQuestions.length === 0 && (
        <Notice tone="quiet">
          <p>{t("editor.payment.amount.missing")}</p>
        </Notice>
      )}
      <SegmentedField
        label={t("editor.payment.environment")}
        value={params.environment ?? "staging"}
        options={[
          ["staging", t("editor.payment.staging")],
          ["production", t("editor.payment.production")],
        ]}
        locked={locked}
        onPick={(environment) => set({ environment })}
      />
      <SwitchField
        label={t("editor.payment.redirect")}
        on={params.autoRedirect ?? false}
        locked={locked}
        onTurn={(autoRedirect) => set({ autoRedirect })}
      />
    </div>
  )
}
