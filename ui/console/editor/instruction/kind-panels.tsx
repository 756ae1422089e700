// The panel of each instruction kind, loaded with the first instruction of that kind.
import { type ComponentType, lazy } from "react"
import type { Instruction, InstructionKind } from "../../../../domain/script/instruction.ts"
import { FactList } from "../../../kit/FactList.tsx"
import { useTranslate } from "../../../kit/i18n.tsx"
import classes from "./kind-panels.module.css"

/** Read-only panel for a kind that this version cannot edit; its data is saved unchanged. */
export const ReadOnlyPanel = ({ instruction: { question, action } }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const choices = (question?.choices ?? []).map(({ value, translation }) => `${value} ${translation.content}`)
  const entries = [
    ...(choices.length > 0 ? [[t("editor.choices"), choices.join("\n")] as const] : []),
    ...Object.entries({ ...question?.options, ...action?.params }).flatMap(([key, value]) => {
      const text = formatValue(value)
      return text === "" ? [] : [[key, text] as const]
    }),
  ]
  return (
    <section className={classes["kept"]} aria-labelledby="kept-heading">
      <h3 id="kept-heading">{t("editor.kept.heading")}</h3>
      <p>{t("editor.kept.text")}</p>
      {entries.length === 0 ? (
        <p>{t("editor.kept.none")}</p>
      ) : (
        <FactList withDivider hasStoredTexts labelWidth="max(8rem, 33%)" facts={entries.map(([label, value]) => ({ label, value }))} />
      )}
    </section>
  )
}

const formatValue = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  return typeof value === "string" ? value : (JSON.stringify(value, null, 1) ?? "")
}

type Panel = ComponentType<{ readonly instruction: Instruction }>

/** If a panel cannot be loaded, the read-only panel takes its place, so that the editor keeps working. */
const lazyPanel = (loadPanel: () => Promise<Panel>): Panel =>
  lazy(async () => {
    try {
      return { default: await loadPanel() }
    } catch {
      return { default: ReadOnlyPanel }
    }
  })

const ChoicePanel = lazyPanel(async () => (await import("../panels/ChoicePanel.tsx")).ChoicePanel)
const OpenQuestionPanel = lazyPanel(async () => (await import("../panels/OpenQuestionPanel.tsx")).OpenQuestionPanel)
const NumberPanel = lazyPanel(async () => (await import("../panels/NumberPanel.tsx")).NumberPanel)
const ScalePanel = lazyPanel(async () => (await import("../panels/ScalePanel.tsx")).ScalePanel)
const DatePanel = lazyPanel(async () => (await import("../panels/DatePanel.tsx")).DatePanel)
const FilePanel = lazyPanel(async () => (await import("../panels/FilePanel.tsx")).FilePanel)
const EndPanel = lazyPanel(async () => (await import("../panels/ActionPanels.tsx")).EndPanel)
const ImagePanel = lazyPanel(async () => (await import("../panels/MediaPanels.tsx")).ImagePanel)
const VideoPanel = lazyPanel(async () => (await import("../panels/MediaPanels.tsx")).VideoPanel)
const ScorePanel = lazyPanel(async () => (await import("../panels/ScorePanel.tsx")).ScorePanel)
const PaymentPanel = lazyPanel(async () => (await import("../panels/ActionPanels.tsx")).PaymentPanel)
const SendToApiPanel = lazyPanel(async () => (await import("../outbound/SendToApiPanel.tsx")).SendToApiPanel)
const AskAiPanel = lazyPanel(async () => (await import("../outbound/AskAiPanel.tsx")).AskAiPanel)
const CrmAuthPanel = lazyPanel(async () => (await import("../outbound/ConnectionPanels.tsx")).CrmAuthPanel)
const CrmApiPanel = lazyPanel(async () => (await import("../outbound/ConnectionPanels.tsx")).CrmApiPanel)
const SendToConnectorPanel = lazyPanel(async () => (await import("../outbound/ConnectionPanels.tsx")).SendToConnectorPanel)
const GetFromApiPanel = lazyPanel(async () => (await import("../outbound/GetFromApiPanel.tsx")).GetFromApiPanel)
const KindChoicePanel = lazyPanel(async () => (await import("../panels/KindChoicePanel.tsx")).KindChoicePanel)

/** The panel of each kind; null for a kind that has only the shared fields. */
export const kindPanels = {
  message: null,
  image: ImagePanel,
  video: VideoPanel,
  score: ScorePanel,
  choice: ChoicePanel,
  multiple: ChoicePanel,
  open: OpenQuestionPanel,
  email: OpenQuestionPanel,
  numeric: NumberPanel,
  currency: NumberPanel,
  starRating: ScalePanel,
  nps: ScalePanel,
  emoji: ScalePanel,
  date: DatePanel,
  file: FilePanel,
  end: EndPanel,
  send2api: SendToApiPanel,
  askAI: AskAiPanel,
  crmAuth: CrmAuthPanel,
  crmApi: CrmApiPanel,
  send2con: SendToConnectorPanel,
  getFromAPI: GetFromApiPanel,
  payment: PaymentPanel,
  empty: KindChoicePanel,
} as const satisfies Record<InstructionKind, Panel | null>

/** Kinds whose message is set by their panel instead of being written. */
export const kindsWithoutMessageText: ReadonlySet<InstructionKind> = new Set(["image", "video"])
