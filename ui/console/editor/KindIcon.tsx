// Icons of the instruction kinds, for the outline and the picker.
import {
  IconAlignLeft,
  IconApi,
  IconCalendar,
  IconChartBar,
  IconCircleDashed,
  IconCircleDot,
  IconCoins,
  IconCreditCard,
  IconDownload,
  IconFlag,
  IconHash,
  IconId,
  IconListCheck,
  IconMail,
  IconMessage,
  IconMoodSmile,
  IconPaperclip,
  IconPhoto,
  IconPlayerPlay,
  IconPlugConnected,
  IconSparkles,
  IconSpeakerphone,
  IconStar,
  IconUserCheck,
} from "@tabler/icons-react"
import type { ComponentType } from "react"
import type { InstructionKind } from "../../../domain/script/instruction.ts"
import classes from "./KindIcon.module.css"

const icons = {
  message: IconMessage,
  image: IconPhoto,
  video: IconPlayerPlay,
  score: IconChartBar,
  choice: IconCircleDot,
  multiple: IconListCheck,
  open: IconAlignLeft,
  email: IconMail,
  numeric: IconHash,
  starRating: IconStar,
  currency: IconCoins,
  nps: IconSpeakerphone,
  emoji: IconMoodSmile,
  file: IconPaperclip,
  date: IconCalendar,
  end: IconFlag,
  send2api: IconApi,
  askAI: IconSparkles,
  crmAuth: IconUserCheck,
  crmApi: IconId,
  send2con: IconPlugConnected,
  getFromAPI: IconDownload,
  payment: IconCreditCard,
  empty: IconCircleDashed,
} as const satisfies Record<InstructionKind, ComponentType<{ size?: number }>>

const displayKinds: ReadonlyArray<InstructionKind> = ["message", "image", "video", "score"]
const controlKinds: ReadonlyArray<InstructionKind> = [
  "end",
  "send2api",
  "askAI",
  "crmAuth",
  "crmApi",
  "send2con",
  "getFromAPI",
  "payment",
  "empty",
]
const getGroup = (kind: InstructionKind) => (displayKinds.includes(kind) ? "show" : controlKinds.includes(kind) ? "control" : "question")

/** The icon of a kind, on the color of its group. */
export const KindIcon = ({ kind }: { readonly kind: InstructionKind }) => {
  const Icon = icons[kind]
  return (
    <span className={classes["tile"]} data-group={getGroup(kind)} aria-hidden="true">
      <Icon size={18} stroke={1.75} />
    </span>
  )
}
