// The panel of each instruction kind, loaded with the first instruction of that kind.
import { type ComponentType, lazy } from "react"
import type { Instruction, InstructionKind } from "../../../../domain/script/instruction.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import classes from "./kind-panels.module.css"

/** Read-only panel for a kind that this version cannot edit; its data is saved unchanged. */
export const ReadOnlyPanel = ({ instruction: { question, action } }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const choices = (question?.choices ?? []).map(({ value, translation }) => `${value} ${translation.content}`)
  const held = [
    ...(choices.length > 0 ? [[t("editor.choices"), choices.join("\n")] as const] : []),
    ...Object.entries({ ...question?.options, ...action?.params }).flatMap(([key, value]) => {
      const text = written(value)
      return text === "" ? [] : [[key, text] as const]
    }),
  ]
  return (
    <section className={classes["kept"]} aria-labelledby="kept-heading">
      <h3 id="kept-heading">{t("editor.kept.heading")}</h3>
      <p>{t("editor.kept.text")}</p>
      {held.length === 0 ? (
        <p>{t("editor.kept.none")}</p>
      ) : (
        <dl>
          {held.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

const written = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  return typeof value === "string" ? value : (JSON.stringify(value, null, 1) ?? "")
}

type Panel = ComponentType<{ readonly instruction: Instruction }>

/** If a panel cannot be loaded, the read-only panel takes its place, so that the editor keeps working. */
const fetched = (panel: () => Promise<Panel>): Panel =>
  lazy(async () => {
    try {
      return { default: await panel() }
    } catch {
      return { default: ReadOnlyPanel }
    }
  })

const Choice = fetched(async () => (await import("../panels/ChoicePanel.tsx")).ChoicePanel)
const Open = fetched(async () => (await import("../panels/OpenPanel.tsx")).OpenPanel)
const Number = fetched(async () => (await import("../panels/NumberPanel.tsx")).NumberPanel)
const Scale = fetched(async () => (await import("../panels/ScalePanel.tsx")).ScalePanel)
const Day = fetched(async () => (await import("../panels/DatePanel.tsx")).DatePanel)
const File = fetched(async () => (await import("../panels/FilePanel.tsx")).FilePanel)
const End = fetched(async () => (await import("../panels/ActionPanels.tsx")).EndPanel)
const Image = fetched(async () => (await import("../panels/MediaPanels.tsx")).ImagePanel)
const Video = fetched(async () => (await import("../panels/MediaPanels.tsx")).VideoPanel)
const Score = fetched(async () => (await import("../panels/ActionPanels.tsx")).ScorePanel)
const Payment = fetched(async () => (await import("../panels/ActionPanels.tsx")).PaymentPanel)
const SendToApi = fetched(async () => (await import("../outbound/SendToApiPanel.tsx")).SendToApiPanel)
const AskAi = fetched(async () => (await import("../outbound/AskAiPanel.tsx")).AskAiPanel)
const CrmAuth = fetched(async () => (await import("../outbound/ConnectionPanels.tsx")).CrmAuthPanel)
const CrmApi = fetched(async () => (await import("../outbound/ConnectionPanels.tsx")).CrmApiPanel)
const SendToConnector = fetched(async () => (await import("../outbound/ConnectionPanels.tsx")).SendToConnectorPanel)
const GetFromApi = fetched(async () => (await import("../outbound/GetFromApiPanel.tsx")).GetFromApiPanel)
const Empty = fetched(async () => (await import("../panels/KindChoicePanel.tsx")).KindChoicePanel)

/** The panel of each kind; null for a kind that has only the shared fields. */
export const kindPanels = {
  message: null,
  image: Image,
  video: Video,
  score: Score,
  choice: Choice,
  multiple: Choice,
  open: Open,
  email: Open,
  numeric: Number,
  currency: Number,
  starRating: Scale,
  nps: Scale,
  emoji: Scale,
  date: Day,
  file: File,
  end: End,
  send2api: SendToApi,
  askAI: AskAi,
  crmAuth: CrmAuth,
  crmApi: CrmApi,
  send2con: SendToConnector,
  getFromAPI: GetFromApi,
  payment: Payment,
  empty: Empty,
} as const satisfies Record<InstructionKind, Panel | null>

/** Kinds whose message is set by their panel instead of being written. */
export const kindsWithoutMessageText: ReadonlySet<InstructionKind> = new Set(["image", "video"])
