// Head of the chat details page: name, status, dates, number of conversations, recent activity and links.

import { Title } from "@mantine/core"
import { IconChartBar, IconEye, IconMessageCircle, IconPencil } from "@tabler/icons-react"
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import { type DayCount, listRecentDays } from "../../../domain/conversations/conversation.ts"
import { buildAnonymousUrl, buildStatsUrl } from "../../../domain/links/respondent-urls.ts"
import type { Script } from "../../../domain/script/script.ts"
import { getAllowedActions, listShownDates } from "../../../domain/script/script-list.ts"
import type { PublicBaseUrls } from "../../../domain/text/web-url.ts"
import type { ChatDetailsActor } from "../../../machines/chat/chat-details-machine.ts"
import { useDateFormat, useTranslate } from "../../kit/i18n.tsx"
import button from "../../kit/link-button.module.css"
import { StatusChangeFailure } from "../script-status/StatusChangeFailure.tsx"
import { StatusPicker } from "../script-status/StatusPicker.tsx"
import classes from "./ChatDetails.module.css"

/** Sizes in pixels. */
const barSize = { width: 6, pitch: 8, height: 24 } as const

/** Conversations begun today, and a bar for each recent day. `days` is sorted, today last. */
export const ActivityChart = ({ days }: { readonly days: ReadonlyArray<DayCount> }) => {
  const t = useTranslate()
  const { day: formatDay } = useDateFormat()
  const counts = days.map(({ count }) => count)
  const maxCount = Math.max(1, ...counts)
  const textValues = { days: days.length, total: counts.reduce((sum, count) => sum + count, 0), most: Math.max(0, ...counts) }
  return (
    <p className={classes["activity"]}>
      <svg
        width={days.length * barSize.pitch - (barSize.pitch - barSize.width)}
        height={barSize.height}
        role="img"
        aria-label={t("chat.days", textValues)}
      >
        {days.map(({ day, count }, index) => {
          // A day with any conversation stays visible, however high the other bars are.
          const height = count === 0 ? 1 : Math.max(3, (count / maxCount) * barSize.height)
          return (
            <rect
              key={day}
              x={index * barSize.pitch}
              y={barSize.height - height}
              width={barSize.width}
              height={height}
              data-empty={count === 0 || undefined}
            >
              <title>{t("chat.days.one", { day: formatDay(day), count })}</title>
            </rect>
          )
        })}
      </svg>
      <span>{t("chat.today", { count: counts.at(-1) ?? 0 })}</span>
    </p>
  )
}

type Props = {
  readonly actor: ChatDetailsActor
  readonly bases: PublicBaseUrls
  readonly community: string
  readonly script: Script
  /** `YYYY-MM-DD` in the user's time zone. */
  readonly today: string
}

export const ChatSummary = ({ actor, bases, community, script, today }: Props) => {
  const t = useTranslate()
  const { day } = useDateFormat()
  const { count, days } = useSelector(actor, ({ context }) => context)
  const status = useSelector(actor, ({ children }) => children.status)
  const failure = useSelector(status, (state) => state?.context.failure ?? null)
  const target = { slug: community, script: script.uuid }
  const actions = getAllowedActions(script.status)
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
            {count !== null && <ActivityChart days={listRecentDays(days, today)} />}
            {listShownDates(script).map(({ of: event, at }) => (
              <time key={event} dateTime={at}>
                {t(`chats.date.${event}`, { date: day(at) })}
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
            <a href={buildStatsUrl(bases, target)} target="_blank" rel="noopener" className={button["link"]}>
              <IconChartBar size={18} aria-hidden="true" />
              {t("chats.statistics")}
            </a>
          )}
          {actions.includes("open-chat") && (
            <a
              href={buildAnonymousUrl(bases, { ...target, language: script.language })}
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
      {status !== undefined && failure !== null && <StatusChangeFailure actor={status} failure={failure} />}
    </>
  )
}
