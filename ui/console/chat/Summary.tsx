// What a chat is, on top of its page: name, status, dates, conversations, and where it leads (spec/3-community §2 "Chat details page").
import { Title } from "@mantine/core"
import { IconChartBar, IconEye, IconMessageCircle, IconPencil } from "@tabler/icons-react"
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import { lastDays } from "../../../domain/conversations/activity.ts"
import { anonymousAddress, type Bases, statsAddress } from "../../../domain/links/addresses.ts"
import { rowActions, shownDates } from "../../../domain/script/overview.ts"
import type { Script } from "../../../domain/script/script.ts"
import type { ChatDetailsActor } from "../../../machines/chat/chat-details.ts"
import button from "../../kit/link-button.module.css"
import { useMoments } from "../../kit/moments.ts"
import { useWords } from "../../kit/words.tsx"
import { StatusPicker } from "../chats/StatusPicker.tsx"
import { StatusRefusal } from "../chats/StatusRefusal.tsx"
import { Activity } from "./Activity.tsx"
import classes from "./Chat.module.css"

type Props = {
  readonly actor: ChatDetailsActor
  readonly bases: Bases
  readonly community: string
  readonly script: Script
  /** `YYYY-MM-DD`, here. */
  readonly today: string
}

export const Summary = ({ actor, bases, community, script, today }: Props) => {
  const t = useWords()
  const { day } = useMoments()
  const { count, days } = useSelector(actor, ({ context }) => context)
  const status = useSelector(actor, ({ children }) => children.status)
  const failure = useSelector(status, (state) => state?.context.failure ?? null)
  const place = { slug: community, script: script.uuid }
  const actions = rowActions(script.status)
  const mayEdit = actions.includes("edit")
  const EditIcon = mayEdit ? IconPencil : IconEye
  return (
    <>
      <div className={classes["top"]}>
        <div className={classes["heading"]}>
          <Title order={1} size="h2">
            {script.name}
          </Title>
          <div className={classes["facts"]}>
            {status !== undefined && <StatusPicker actor={status} />}
            <output>{count !== null && t("chat.conversations", { count })}</output>
            {count !== null && <Activity days={lastDays(days, today)} />}
            {shownDates(script).map(({ of, at }) => (
              <time key={of} dateTime={at}>
                {t(`chats.date.${of}`, { date: day(at) })}
              </time>
            ))}
          </div>
        </div>
        <div className={classes["links"]}>
          <Link
            to="/chats/$communitySlug/$scriptUuid/edit"
            params={{ communitySlug: community, scriptUuid: script.uuid }}
            className={button["link"]}
          >
            <EditIcon size={18} aria-hidden="true" />
            {t(mayEdit ? "chat.edit" : "chat.view")}
          </Link>
          {actions.includes("live-statistics") && (
            <a href={statsAddress(bases, place)} target="_blank" rel="noopener" className={button["link"]}>
              <IconChartBar size={18} aria-hidden="true" />
              {t("chats.statistics")}
            </a>
          )}
          {actions.includes("open-chat") && (
            <a
              href={anonymousAddress(bases, { ...place, language: script.language })}
              target="_blank"
              rel="noopener"
              className={button["link"]}
            >
              <IconMessageCircle size={18} aria-hidden="true" />
              {t("chats.open")}
            </a>
          )}
        </div>
      </div>
      {status !== undefined && failure !== null && <StatusRefusal actor={status} failure={failure} />}
    </>
  )
}
