// [A9] The panel of AI steps: provider, endpoint and prompt. A preset fills in purpose and prompt.
import { Button, NativeSelect } from "@mantine/core"
import { providerNeedsEndpoint } from "../../../../domain/actions/action-fields.ts"
import { aiPresets, buildPresetPrompt } from "../../../../domain/editing/ai-prompts.ts"
import { type Action, aiProviders } from "../../../../domain/script/action.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useEditor, useIsLocked, useUpdateInstruction } from "../editor-context.tsx"
import { RecallInput, RecallTextarea } from "../fields/RecallField.tsx"
import { buildUnknownOption } from "../panels/QuestionFields.tsx"
import { EndpointField } from "./EndpointField.tsx"
import classes from "./OutboundPanels.module.css"

type Params = Extract<Action, { readonly type: "askAI" }>["params"]

export const AskAiPanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const editor = useEditor()
  const { uuid, order, action } = instruction
  const updateInstruction = useUpdateInstruction(uuid)
  const locked = useIsLocked("action")
  if (action?.type !== "askAI") return null
  const { params } = action
  const set = (changes: Partial<Params>, field: string | null) =>
    updateInstruction(field, { action: { ...action, params: { ...params, ...changes } } })
  const applyPreset = (preset: (typeof aiPresets)[number]) => {
    const { instructions } = editor.getSnapshot().context.draft
    const purpose = t(`outbound.ai.preset.${preset}`)
    set({ purpose, contextText: buildPresetPrompt(preset, t(`outbound.ai.task.${preset}`), instructions, order) }, null)
  }
  return (
    <div className={classes["panel"]}>
      <NativeSelect
        data-part="/action/params/provider"
        className={classes["field"] ?? ""}
        label={t("outbound.ai.provider")}
        disabled={locked}
        value={params.provider ?? ""}
        data={[
          { value: "", label: t("outbound.ai.provider.none") },
          ...aiProviders.map((provider) => ({ value: provider, label: t(`outbound.ai.provider.${provider}`) })),
          ...buildUnknownOption(aiProviders, params.provider),
        ]}
        onChange={(event) => set({ provider: event.currentTarget.value || null }, null)}
      />
      {providerNeedsEndpoint(params.provider) && (
        <EndpointField
          description={t("outbound.ai.endpoint.help")}
          value={params.endpoint ?? ""}
          locked={locked}
          onType={(endpoint) => set({ endpoint }, "ai endpoint")}
        />
      )}
      {params.provider === "account" && <p className={classes["quiet"]}>{t("outbound.ai.account.help")}</p>}
      <RecallInput
        index={order}
        label={t("outbound.ai.purpose")}
        dir="auto"
        maxLength={255}
        readOnly={locked}
        value={params.purpose ?? ""}
        onType={(text) => set({ purpose: text }, "ai purpose")}
      />
      {!locked && (
        <fieldset className={classes["group"]}>
          <legend>{t("outbound.ai.presets")}</legend>
          <div className={classes["presets"]}>
            {aiPresets.map((preset) => (
              <Button key={preset} variant="default" size="xs" onClick={() => applyPreset(preset)}>
                {t(`outbound.ai.preset.${preset}`)}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      <RecallTextarea
        label={t("outbound.ai.prompt")}
        description={t("outbound.recall.help", { braces: "{{" })}
        rows={6}
        instruction={instruction}
        value={params.contextText ?? ""}
        locked={locked}
        onType={(contextText) => set({ contextText }, "ai prompt")}
      />
      <p className={classes["quiet"]}>{t("outbound.outcome", { recall: `{{actions.${getInstructionName(instruction)}}}` })}</p>
    </div>
  )
}
