// One chat: what it is, its conversations, their export and their clearing (spec/3-community §2 "Chat details page").
import { Button, Skeleton, Title } from "@mantine/core"
import { IconEye, IconPencil } from "@tabler/icons-react"
import { Link } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import type { Script, ScriptId } from "../../../domain/script/script.ts"
import type { ChatDetailsActor } from "../../../machines/chat/chat-details.ts"
import { Card } from "../../kit/Card.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useWords } from "../../kit/words.tsx"
import { statusIcons } from "../chats/StatusBadge.tsx"
import { AnonymousLink } from "./AnonymousLink.tsx"
import { AnswersExport } from "./AnswersExport.tsx"
import classes from "./Chat.module.css"
import { ClearData } from "./ClearData.tsx"
import type { ChatMachines } from "./machines.ts"
import { PersonalLinks } from "./PersonalLinks.tsx"

type Props = { readonly machines: ChatMachines; readonly community: string; readonly uuid: ScriptId }

export const ChatDetails = ({ machines, community, uuid }: Props) => {
  const t = useWords()
  const actor = useActorRef(machines.details, { input: { community, uuid } })
  const { script, failure } = useSelector(actor, ({ context }) => context)
  const loading = useSelector(actor, (state) => state.hasTag("loading"))
  return (
    <main id="content" tabIndex={-1} className={classes["page"]}>
      {loading && (
        <>
          <output className="unseen">{t("shell.loading")}</output>
          <Skeleton height={36} width="40%" />
          <Skeleton height={240} radius="lg" />
        </>
      )}
      {failure !== null && (
        <>
          <Title order={1} size="h2">
            {t("chat.failed")}
          </Title>
          <FailureNotice failure={failure} />
          <div className={classes["row"]}>
            <Button onClick={() => actor.send({ type: "reading.retry" })}>{t("retry")}</Button>
            <Link to="/chats/$communitySlug" params={{ communitySlug: community }} className={classes["link"]}>
              {t("chat.back")}
            </Link>
          </div>
        </>
      )}
      {script !== null && <Details machines={machines} actor={actor} community={community} script={script} />}
    </main>
  )
}

type DetailsProps = Omit<Props, "uuid"> & { readonly actor: ChatDetailsActor; readonly script: Script }

const Details = ({ machines, actor, community, script }: DetailsProps) => {
  const t = useWords()
  const { count, cleared } = useSelector(actor, ({ context }) => context)
  const { uuid, name, status } = script
  const StatusIcon = statusIcons[status]
  const mayEdit = status === "preparation"
  const Icon = mayEdit ? IconPencil : IconEye
  return (
    <>
      <div className={classes["top"]}>
        <div className={classes["heading"]}>
          <Title order={1} size="h2">
            {name}
          </Title>
          <div className={classes["facts"]}>
            <span className={classes["status"]} data-status={status}>
              <StatusIcon size={16} aria-hidden="true" />
              {t(`status.${status}`)}
            </span>
            <output>{count !== null && t("chat.conversations", { count })}</output>
          </div>
        </div>
        <Link
          to="/chats/$communitySlug/$scriptUuid/edit"
          params={{ communitySlug: community, scriptUuid: uuid }}
          className={classes["link"]}
        >
          <Icon size={18} aria-hidden="true" />
          {t(mayEdit ? "chat.edit" : "chat.view")}
        </Link>
      </div>
      <Card title={t("export.heading")}>
        {/* What was cleared is no longer there to be looked at. */}
        <AnswersExport key={cleared} machines={machines} community={community} script={script} />
      </Card>
      <Card title={t("links.heading")}>
        {status === "deleted" ? (
          <p className={classes["quiet"]}>{t("links.deleted")}</p>
        ) : (
          <>
            <AnonymousLink machines={machines} community={community} script={script} />
            <PersonalLinks machines={machines} community={community} script={script} />
          </>
        )}
      </Card>
      <Card title={t("chat.data")}>
        <p className={classes["quiet"]}>{t("chat.data.text")}</p>
        <ClearData actor={actor} name={name} />
      </Card>
    </>
  )
}
