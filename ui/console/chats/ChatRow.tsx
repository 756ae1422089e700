// A chat of the overview: status, names, dates by status, and what can be done with it.
import { ActionIcon } from "@mantine/core"
import { IconChartBar, IconCopy, IconMessageCircle, IconPencil, IconTrash } from "@tabler/icons-react"
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import { memo, type PropsWithChildren } from "react"
import { anonymousAddress, statsAddress } from "../../../domain/links/addresses.ts"
import { cutName, rowActions, shownDates } from "../../../domain/script/overview.ts"
import type { ListedScript } from "../../../domain/script/script.ts"
import type { ChatOverviewActor, StatusActor } from "../../../machines/chat-overview.ts"
import { useMoments } from "../../kit/moments.ts"
import { useWords } from "../../kit/words.tsx"
import { useWired } from "../wired.tsx"
import classes from "./ChatTable.module.css"
import { RemovalSwitch } from "./RemovalSwitch.tsx"
import { StatusPicker } from "./StatusPicker.tsx"
import { StatusRefusal } from "./StatusRefusal.tsx"

type Props = {
  readonly actor: ChatOverviewActor
  readonly script: ListedScript
  readonly status: StatusActor
  /** Conversations with an answer; null until they are counted. */
  readonly answers: number | "unknown" | null
}

/** Drawn again only when the script is another: searching and sorting leave the rows as they are. */
export const ChatRow = memo(({ actor, script, status, answers }: Props) => {
  const t = useWords()
  const { day, minute } = useMoments()
  const community = useSelector(status, ({ context }) => context.community)
  const failure = useSelector(status, ({ context }) => context.failure)
  const params = { communitySlug: community, scriptUuid: script.uuid }
  const place = { slug: community, script: script.uuid }
  const actions = rowActions(script.status)
  const { bases } = useWired()
  return (
    <>
      <tr data-refused={failure !== null}>
        <td className={classes["status"]}>
          <StatusPicker actor={status} />
        </td>
        <td className={classes["names"]}>
          <Link to="/chats/$communitySlug/$scriptUuid" params={params} className={classes["name"]} title={script.name}>
            <WholeName name={script.name} />
          </Link>
          <span className={classes["uuid"]}>{script.uuid}</span>
        </td>
        <td className={classes["public"]} title={script.public_name}>
          {cutName(script.public_name)}
        </td>
        <td className={classes["dates"]}>
          {shownDates(script).map(({ of, at }) => (
            <time key={of} dateTime={at}>
              {t(`chats.date.${of}`, { date: day(at) })}
            </time>
          ))}
        </td>
        <td className={classes["answers"]}>
          <span className={classes["label"]}>{t("chats.column.answers")} </span>
          {answers === "unknown" ? (
            <span title={t("chats.answers.unknown")}>–</span>
          ) : (
            answers !== null && t("chats.answers.count", { count: answers })
          )}
        </td>
        <td className={classes["updated"]}>
          <span className={classes["label"]}>{t("chats.column.updated")} </span>
          <time dateTime={script.updatedAt}>{minute(script.updatedAt)}</time>
        </td>
        <td className={classes["removal"]}>{actions.includes("removal-procedure") && <RemovalSwitch actor={status} />}</td>
        <td className={classes["actions"]}>
          {actions.includes("edit") && (
            <Link to="/chats/$communitySlug/$scriptUuid/edit" params={params} className={classes["edit"]}>
              <IconPencil size={18} aria-hidden="true" />
              {t("chats.edit")}
            </Link>
          )}
          {actions.includes("open-chat") && (
            <Elsewhere href={anonymousAddress(bases, { ...place, language: script.language })} label={t("chats.open")}>
              <IconMessageCircle size={18} aria-hidden="true" />
            </Elsewhere>
          )}
          {actions.includes("live-statistics") && (
            <Elsewhere href={statsAddress(bases, place)} label={t("chats.statistics")}>
              <IconChartBar size={18} aria-hidden="true" />
            </Elsewhere>
          )}
          {actions.includes("copy") && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t("chats.copy")}
              title={t("chats.copy")}
              onClick={() => actor.send({ type: "script.copy", script })}
            >
              <IconCopy size={18} aria-hidden="true" />
            </ActionIcon>
          )}
          {actions.includes("delete") && (
            <ActionIcon
              variant="subtle"
              color="gray"
              data-destroys
              size="lg"
              aria-label={t("chats.delete")}
              title={t("chats.delete")}
              onClick={() => actor.send({ type: "script.delete", script })}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
          )}
        </td>
      </tr>
      {failure !== null && (
        <tr className={classes["refusal"]}>
          <td colSpan={8}>
            <StatusRefusal actor={status} failure={failure} />
          </td>
        </tr>
      )}
    </>
  )
})
ChatRow.displayName = "ChatRow"

/** An address that opens beside the console. */
const Elsewhere = ({ href, label, children }: PropsWithChildren<{ readonly href: string; readonly label: string }>) => (
  <a href={href} target="_blank" rel="noopener" className={classes["elsewhere"]} aria-label={label} title={label}>
    {children}
  </a>
)

/** Cut for the eye, whole for screen readers. */
const WholeName = ({ name }: { readonly name: string }) => {
  const short = cutName(name)
  if (short === name) return name
  return (
    <>
      <span aria-hidden="true">{short}</span>
      <span className="unseen">{name}</span>
    </>
  )
}
