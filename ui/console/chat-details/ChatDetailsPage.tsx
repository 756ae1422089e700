// Chat details page: summary, answers export, links, data, deliveries and revisions of one chat.
import { Button, NativeSelect, Skeleton, Title, VisuallyHidden } from "@mantine/core"
import { Link, useLocation } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import { defaultRange } from "../../../domain/exports/export-options.ts"
import { type Script, type ScriptId, transports } from "../../../domain/script/script.ts"
import { isEditable, type Status } from "../../../domain/script/status.ts"
import type { ChatDetailsActor, TransportActor } from "../../../machines/chat/chat-details-machine.ts"
import { Card } from "../../kit/Card.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import button from "../../kit/link-button.module.css"
import type { ChatDetailsMachines } from "../console-services.tsx"
import { PageContent } from "../shell/PageContent.tsx"
import { AnonymousLinkSection } from "./AnonymousLinkSection.tsx"
import { AnswersExportSection } from "./AnswersExportSection.tsx"
import { AnonymizeSection, AnswerFilesSection, ClearDataDialog, ClearDataSection } from "./ChatDataSection.tsx"
import classes from "./ChatDetails.module.css"
import { ChatSummary } from "./ChatSummary.tsx"
import { DeliveryLog } from "./DeliveryLog.tsx"
import { PersonalLinksSection } from "./PersonalLinksSection.tsx"
import { RevisionHistory } from "./RevisionHistory.tsx"

/** Developer setting, shown with `dev=true` only: the transport of live statistics. */
export const TransportSetting = ({ actor, status }: { readonly actor: TransportActor; readonly status: Status }) => {
  const t = useTranslate()
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

type Props = { readonly machines: ChatDetailsMachines; readonly community: string; readonly uuid: ScriptId }

export const ChatDetailsPage = ({ machines, community, uuid }: Props) => {
  const t = useTranslate()
  const actor = useActorRef(machines.details, {
    input: { community, uuid, range: defaultRange(machines.getToday()), options: machines.readStoredExportOptions() },
  })
  const { script, failure } = useSelector(actor, ({ context }) => context)
  const loading = useSelector(actor, (state) => state.hasTag("loading"))
  return (
    <PageContent>
      {loading && (
        <>
          <VisuallyHidden component="output">{t("shell.loading")}</VisuallyHidden>
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
    </PageContent>
  )
}

type DetailsProps = Omit<Props, "uuid"> & { readonly actor: ChatDetailsActor; readonly script: Script }

const Details = ({ machines, actor, community, script }: DetailsProps) => {
  const t = useTranslate()
  const isDev = useIsDev()
  const { files, deliveries, transport, versions, answersExport } = useSelector(actor, ({ children }) => children)
  const { name, status } = script
  return (
    <>
      <ChatSummary actor={actor} bases={machines.bases} community={community} script={script} today={machines.getToday()} />
      <Card title={t("export.heading")}>
        {answersExport !== undefined && <AnswersExportSection actor={answersExport} today={machines.getToday()} />}
      </Card>
      <Card title={t("links.heading")}>
        {status === "deleted" ? (
          <p className={classes["quiet"]}>{t("links.deleted")}</p>
        ) : (
          <>
            <AnonymousLinkSection machines={machines} community={community} script={script} />
            <PersonalLinksSection machines={machines} community={community} script={script} />
          </>
        )}
      </Card>
      <Card title={t("chat.data")}>
        <div className={classes["part"]}>{files !== undefined && <AnswerFilesSection actor={files} />}</div>
        <div className={classes["part"]}>
          <ClearDataSection actor={actor} />
        </div>
        {status !== "deleted" && (
          <div className={classes["part"]}>
            <AnonymizeSection actor={actor} status={status} />
          </div>
        )}
        <ClearDataDialog actor={actor} name={name} />
      </Card>
      <Card title={t("deliveries.heading")}>
        {deliveries !== undefined && <DeliveryLog actor={deliveries} instructions={script.instructions} />}
      </Card>
      <Card title={t("versions.heading")}>{versions !== undefined && <RevisionHistory actor={versions} />}</Card>
      {isDev && (
        <Card title={t("technical.heading")}>{transport !== undefined && <TransportSetting actor={transport} status={status} />}</Card>
      )}
    </>
  )
}

/** Whether the query has `dev=true`, which shows the developer settings. */
const useIsDev = (): boolean => new URLSearchParams(useLocation({ select: ({ searchStr }) => searchStr })).get("dev") === "true"
