// A script's status as icon, word and colour, on a button.
import { Loader } from "@mantine/core"
import { IconArchive, IconBroadcast, IconChevronDown, IconLock, IconPencil } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import type { ComponentProps } from "react"
import type { Status } from "../../../domain/script/status.ts"
import type { StatusActor } from "../../../machines/chat-overview.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./StatusPicker.module.css"

export const statusIcons = {
  preparation: IconPencil,
  live: IconBroadcast,
  closed: IconLock,
  deleted: IconArchive,
} as const satisfies Record<Status, unknown>

export const StatusBadge = ({ actor, ...rest }: ComponentProps<"button"> & { readonly actor: StatusActor }) => {
  const t = useWords()
  const { status } = useSelector(actor, ({ context }) => context.script)
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  const Icon = statusIcons[status]
  const word = t(`status.${status}`)
  return (
    <button
      {...rest}
      type="button"
      className={classes["badge"]}
      data-status={status}
      aria-label={t("status.button", { status: word })}
      aria-busy={busy}
    >
      {busy ? <Loader size={16} type="oval" color="currentColor" /> : <Icon size={16} aria-hidden="true" />}
      {word}
      <IconChevronDown size={14} aria-hidden="true" />
    </button>
  )
}
