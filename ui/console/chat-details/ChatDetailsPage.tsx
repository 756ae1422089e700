// One chat: what it is, the export of its answers, its links, its data and versions (spec/3-community §2 "Chat details page").
import { Button, NativeSelect, Skeleton, Title } from "@mantine/core"
import { Link, useLocation } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import { startingRange } from "../../../domain/exports/export-options.ts"
import { type Script, type ScriptId, transports } from "../../../domain/script/script.ts"
import { isEditable, type Status } from "../../../domain/script/status.ts"
import type { ChatDetailsActor, TransportActor } from "../../../machines/chat/chat-details-machine.ts"
import { Card } from "../../kit/Card.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useWords } from "../../kit/i18n.tsx"
import button from "../../kit/link-button.module.css"
import type { ChatMachines } from "../console-services.tsx"
import { Frame } from "../shell/PageContent.tsx"
import { AnonymousLink } from "./AnonymousLinkSection.tsx"
import { AnswersExport } from "./AnswersExportSection.tsx"
import { Anonymise, ClearData, ClearingConsent, FileArchive } from "./ChatDataSection.tsx"
import classes from "./ChatDetails.module.css"
import { Summary } from "./ChatSummary.tsx"
import { Deliveries } from "./DeliveryLog.tsx"
import { PersonalLinks } from "./PersonalLinksSection.tsx"
import { Versions } from "./RevisionHistory.tsx"

// What only those see who ask for it with `dev=true`: how live statistics are sent (spec/3-community §2 "Technical block").

export const Technical = ({ actor, status }: { readonly actor: TransportActor; readonly status: Status }) => {
  const t = useWords()
  const { picked, failure } = useSelector(actor, ({ context }) => context)
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  const locked = !isEditable(status)
  return (
    <>
      <FailureNotice failure={failure} />
      <NativeSelect
        className={classes["narrow"]}
        label={t("technical.transport")}
        description={t(locked ? "technical.transport.locked" : "technical.transport.help")}
        disabled={locked}
        aria-busy={busy}
        data={[{ value: "", label: t("technical.transport.unset") }, ...transports]}
        value={picked ?? ""}
        onChange={(event) =>
          actor.send({ type: "transport.pick", transport: transports.find((it) => it === event.currentTarget.value) ?? null })
        }
      />
    </>
  )
}

type Props = { readonly machines: ChatMachines; readonly community: string; readonly uuid: ScriptId }

export const ChatDetails = ({ machines, community, uuid }: Props) => {
  const t = useWords()
  const actor = useActorRef(machines.details, {
    input: { community, uuid, range: startingRange(machines.today()), options: machines.exportOptions() },
  })
  const { script, failure } = useSelector(actor, ({ context }) => context)
  const loading = useSelector(actor, (state) => state.hasTag("loading"))
  return (
    <Frame>
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
            <Link to="/chats/$communitySlug" params={{ communitySlug: community }} className={button["link"]}>
              {t("chat.back")}
            </Link>
          </div>
        </>
      )}
      {script !== null && <Details machines={machines} actor={actor} community={community} script={script} />}
    </Frame>
  )
}

type DetailsProps = Omit<Props, "uuid"> & { readonly actor: ChatDetailsActor; readonly script: Script }

const Details = ({ machines, actor, community, script }: DetailsProps) => {
  const t = useWords()
  const isDev = useIsDev()
  const { files, deliveries, transport, versions, answersExport } = useSelector(actor, ({ children }) => children)
  const { name, status } = script
  return (
    <>
      <Summary actor={actor} bases={machines.bases} community={community} script={script} today={machines.today()} />
      <Card title={t("export.heading")}>
        {answersExport !== undefined && <AnswersExport actor={answersExport} today={machines.today()} />}
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
        <div className={classes["part"]}>{files !== undefined && <FileArchive actor={files} />}</div>
        <div className={classes["part"]}>
          <ClearData actor={actor} />
        </div>
        {status !== "deleted" && (
          <div className={classes["part"]}>
            <Anonymise actor={actor} status={status} />
          </div>
        )}
        <ClearingConsent actor={actor} name={name} />
      </Card>
      <Card title={t("deliveries.heading")}>
        {deliveries !== undefined && <Deliveries actor={deliveries} instructions={script.instructions} />}
      </Card>
      <Card title={t("versions.heading")}>{versions !== undefined && <Versions actor={versions} />}</Card>
      {isDev && <Card title={t("technical.heading")}>{transport !== undefined && <Technical actor={transport} status={status} />}</Card>}
    </>
  )
}

/** "Shown only when query dev=true" (spec/3-community §2). */
const useIsDev = (): boolean => new URLSearchParams(useLocation({ select: ({ searchStr }) => searchStr })).get("dev") === "true"
