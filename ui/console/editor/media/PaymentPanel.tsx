// A payment: of which amount, where, and whether the respondent is led there (spec/2-editor §3 "payment").
import { NativeSelect } from "@mantine/core"
import { amountSource, amountsBefore } from "../../../../domain/actions/needs.ts"
import { firstWords } from "../../../../domain/script/first-words.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { nameOf } from "../../../../domain/script/name.ts"
import { Notice } from "../../../kit/Notice.tsx"
import { useWords } from "../../../kit/words.tsx"
import { useEditing, useLocked, useWrite } from "../editing.tsx"
import { Segments } from "../fields/Segments.tsx"
import { Toggle } from "../fields/Toggle.tsx"
import classes from "./media.module.css"

export const PaymentPanel = ({ instruction: { uuid, order, action } }: { readonly instruction: Instruction }) => {
  const t = useWords()
  const write = useWrite(uuid)
  const locked = useLocked("action")
  const instructions = useEditing(({ draft }) => draft.instructions)
  const language = useEditing(({ draft }) => draft.language)
  if (action?.type !== "payment") return null
  const { params } = action
  const before = amountsBefore(instructions, order)
  const chosen = amountSource(instructions, params.amount)
  // One that is asked too late is still what was chosen; what is wrong with it is told below.
  const offered = chosen === undefined || before.includes(chosen) ? before : [...before, chosen]
  const set = (part: Partial<typeof params>) => write(null, { action: { ...action, params: { ...params, ...part } } })
  return (
    <div className={classes["panel"]}>
      <NativeSelect
        data-part="/action/params/amount"
        className={classes["amount"] ?? ""}
        label={t("editor.payment.amount")}
        disabled={locked}
        value={chosen?.uuid ?? ""}
        data={[
          { value: "", label: t("editor.payment.amount.none") },
          ...offered.map((it) => ({ value: it.uuid, label: `${nameOf(it)} · ${firstWords(it, language)}` })),
        ]}
        onChange={(event) => set({ amount: event.currentTarget.value || null })}
      />
      {before.length === 0 && (
        <Notice tone="quiet">
          <p>{t("editor.payment.amount.lacking")}</p>
        </Notice>
      )}
      <Segments
        label={t("editor.payment.environment")}
        value={params.environment ?? "staging"}
        options={[
          ["staging", t("editor.payment.staging")],
          ["production", t("editor.payment.production")],
        ]}
        locked={locked}
        onPick={(environment) => set({ environment })}
      />
      <Toggle
        label={t("editor.payment.redirect")}
        on={params.autoRedirect ?? false}
        locked={locked}
        onTurn={(autoRedirect) => set({ autoRedirect })}
      />
    </div>
  )
}
