// What can be set of each kind beside its common parts.
import type { ComponentType } from "react"
import type { Instruction } from "../../../domain/script/instruction.ts"
import type { Kind } from "../../../domain/script/kind.ts"
import { EmptyPanel } from "./EmptyPanel.tsx"
import { EndPanel } from "./EndPanel.tsx"
import { KeptPanel } from "./KeptPanel.tsx"
import type { OfferedKind } from "./offered.ts"
import { ChoicePanel } from "./questions/ChoicePanel.tsx"
import { DatePanel } from "./questions/DatePanel.tsx"
import { FilePanel } from "./questions/FilePanel.tsx"
import { NumberPanel } from "./questions/NumberPanel.tsx"
import { OpenPanel } from "./questions/OpenPanel.tsx"
import { ScalePanel } from "./questions/ScalePanel.tsx"

type Panel = ComponentType<{ readonly instruction: Instruction }>

/** Null: the common parts are all there is. */
const panels = {
  message: null,
  choice: ChoicePanel,
  multiple: ChoicePanel,
  open: OpenPanel,
  email: OpenPanel,
  numeric: NumberPanel,
  currency: NumberPanel,
  file: FilePanel,
  starRating: ScalePanel,
  nps: ScalePanel,
  emoji: ScalePanel,
  date: DatePanel,
  end: EndPanel,
  empty: EmptyPanel,
} as const satisfies Record<OfferedKind | "empty", Panel | null>

/** The panel of each kind; of one that cannot be set here, the panel that shows what it holds. */
export const specifics = {
  ...panels,
  image: KeptPanel,
  video: KeptPanel,
  score: KeptPanel,
  send2api: KeptPanel,
  askAI: KeptPanel,
  crmAuth: KeptPanel,
  crmApi: KeptPanel,
  send2con: KeptPanel,
  getFromAPI: KeptPanel,
  payment: KeptPanel,
} as const satisfies Record<Kind, Panel | null>
