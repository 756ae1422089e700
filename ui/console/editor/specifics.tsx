// What can be set of each kind beside its common parts. Fetched when the first instruction of such a kind is shown.
import { type ComponentType, lazy } from "react"
import type { Instruction } from "../../../domain/script/instruction.ts"
import type { Kind } from "../../../domain/script/kind.ts"
import { KeptPanel } from "./KeptPanel.tsx"

type Panel = ComponentType<{ readonly instruction: Instruction }>

/** A panel that does not come (the server is gone) must not take the editor with it: what the kind holds is shown instead. */
const fetched = (panel: () => Promise<Panel>): Panel =>
  lazy(async () => {
    try {
      return { default: await panel() }
    } catch {
      return { default: KeptPanel }
    }
  })

const Choice = fetched(async () => (await import("./questions/ChoicePanel.tsx")).ChoicePanel)
const Open = fetched(async () => (await import("./questions/OpenPanel.tsx")).OpenPanel)
const Number = fetched(async () => (await import("./questions/NumberPanel.tsx")).NumberPanel)
const Scale = fetched(async () => (await import("./questions/ScalePanel.tsx")).ScalePanel)
const Day = fetched(async () => (await import("./questions/DatePanel.tsx")).DatePanel)
const File = fetched(async () => (await import("./questions/FilePanel.tsx")).FilePanel)
const End = fetched(async () => (await import("./EndPanel.tsx")).EndPanel)
const Image = fetched(async () => (await import("./media/ImagePanel.tsx")).ImagePanel)
const Video = fetched(async () => (await import("./media/VideoPanel.tsx")).VideoPanel)
const Score = fetched(async () => (await import("./media/ScorePanel.tsx")).ScorePanel)
const Payment = fetched(async () => (await import("./media/PaymentPanel.tsx")).PaymentPanel)
const SendToApi = fetched(async () => (await import("./outbound/SendToApiPanel.tsx")).SendToApiPanel)
const AskAi = fetched(async () => (await import("./outbound/AskAiPanel.tsx")).AskAiPanel)
const CrmAuth = fetched(async () => (await import("./outbound/CrmAuthPanel.tsx")).CrmAuthPanel)
const CrmApi = fetched(async () => (await import("./outbound/CrmApiPanel.tsx")).CrmApiPanel)
const SendToConnector = fetched(async () => (await import("./outbound/SendToConnectorPanel.tsx")).SendToConnectorPanel)
const GetFromApi = fetched(async () => (await import("./outbound/GetFromApiPanel.tsx")).GetFromApiPanel)
const Empty = fetched(async () => (await import("./EmptyPanel.tsx")).EmptyPanel)

/** The panel of each kind. Null: the common parts are all there is. */
export const specifics = {
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
} as const satisfies Record<Kind, Panel | null>

/** Kinds whose message is no text to be written, but what their panel sets. */
export const withoutText: ReadonlySet<Kind> = new Set(["image", "video"])
