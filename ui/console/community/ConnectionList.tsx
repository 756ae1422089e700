// The connections of a community: add, edit, delete, authorize (OAuth) and test them.
import { ActionIcon, Button } from "@mantine/core"
import { IconAlertTriangle, IconExternalLink, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react"
import { useActorRef, useSelector } from "@xstate/react"
import { isAccepted } from "../../../domain/actions/delivery.ts"
import { platforms, usesOAuth } from "../../../domain/connections/connection.ts"
import type { ConnectionsActor } from "../../../machines/community/connections-machine.ts"
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx"
import { DataTable } from "../../kit/DataTable.tsx"
import type { DataColumn } from "../../kit/data-columns.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useFindingText, useTranslate } from "../../kit/i18n.tsx"
import { DismissButton, Notice } from "../../kit/Notice.tsx"
import type { CommunityMachines } from "../console-services.tsx"
import { DeliveryAttemptDetails } from "../deliveries/DeliveryDisplay.tsx"
import community from "./Community.module.css"
import classes from "./CommunityOptionsPage.module.css"
import { ConnectionForm } from "./ConnectionForm.tsx"

type Props = { readonly machines: CommunityMachines; readonly slug: string }

export const ConnectionList = ({ machines, slug }: Props) => {
  const t = useTranslate()
  const actor = useActorRef(machines.connections, { input: { slug } })
  const { connections, chosen, notice, failure } = useSelector(actor, ({ context }) => context)
  const state = useSelector(actor, ({ value }) => value)
  const asking = useSelector(actor, (snapshot) => snapshot.hasTag("confirming-deletion"))
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag("busy"))
  const isListed = state !== "loading" && state !== "failed"
  return (
    <>
      <div className={classes["top"]}>
        <p className={classes["quiet"]}>{t("connections.text")}</p>
        <output className={community["notice"]}>{notice !== null && t(`connections.${notice.change}`, { name: notice.name })}</output>
        <Button
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          disabled={!isListed}
          onClick={() => actor.send({ type: "connection.add" })}
        >
          {t("connections.add")}
        </Button>
      </div>
      {state === "failed" && (
        <>
          <FailureNotice failure={failure} />
          <div>
            <Button variant="default" onClick={() => actor.send({ type: "list.retry" })}>
              {t("retry")}
            </Button>
          </div>
        </>
      )}
      <TrialNotice actor={actor} />
      {(state !== "failed" || connections.length > 0) && (
        <ConnectionTable actor={actor} getAuthorizeUrl={(id) => machines.authorizeAddress(id, `/${slug}/options`)} />
      )}
      <ConnectionForm actor={actor} />
      <ConfirmDialog
        title={t("connections.delete.title")}
        question={asking ? t("connections.delete.question") : null}
        confirmLabel={t("delete")}
        destroys
        busy={busy}
        onConfirm={() => actor.send({ type: "consent.give" })}
        onCancel={() => actor.send({ type: "consent.refuse" })}
      >
        <p className={classes["quiet"]}>{t("connections.delete.what", { name: chosen?.name ?? "" })}</p>
        <FailureNotice failure={failure} />
      </ConfirmDialog>
    </>
  )
}

/** [O9] The result of testing a connection. */
const TrialNotice = ({ actor }: { readonly actor: ConnectionsActor }) => {
  const t = useTranslate()
  const trial = useSelector(actor, ({ context }) => context.trial)
  if (trial === null) return null
  const { connection, attempt, failure } = trial
  const { name } = connection
  if (failure !== null) return <FailureNotice failure={failure} />
  if (attempt === null) return <output className={classes["quiet"]}>{t("connections.trying", { name })}</output>
  const isGood = isAccepted(attempt)
  return (
    <div className={classes["trial"]}>
      <Notice tone={isGood ? "good" : "bad"} title={t(isGood ? "connections.tried" : "connections.tried.not", { name })}>
        <DeliveryAttemptDetails attempt={attempt} />
      </Notice>
      <DismissButton onDismiss={() => actor.send({ type: "test.dismiss" })} />
    </div>
  )
}

type TableProps = { readonly actor: ConnectionsActor; readonly getAuthorizeUrl: (id: string) => string }

const ConnectionTable = ({ actor, getAuthorizeUrl }: TableProps) => {
  const t = useTranslate()
  const formatFinding = useFindingText()
  const connections = useSelector(actor, ({ context }) => context.connections)
  const isLoading = useSelector(actor, ({ value }) => value === "loading")
  const testedId = useSelector(actor, (state) => (state.hasTag("testing") ? (state.context.trial?.connection.id ?? null) : null))
  const columns: ReadonlyArray<DataColumn<(typeof connections)[number]>> = [
    {
      id: "platform",
      heading: t("connections.column.platform"),
      cell: ({ platform }) => t(`connections.platform.${platforms[platform]}`),
      sortValue: ({ platform }) => t(`connections.platform.${platforms[platform]}`),
    },
    {
      id: "name",
      heading: t("connections.column.name"),
      sortValue: ({ name }) => name,
      className: classes["named"],
      cell: ({ name, platform, isAuthorized, refusal }) => (
        <>
          <span className={classes["name"]} title={name}>
            {name}
          </span>
          <span className={classes["platform"]}>{t(`connections.platform.${platforms[platform]}`)}</span>
          {!isAuthorized && (
            <span className={classes["warning"]}>
              <IconAlertTriangle size={14} aria-hidden="true" />
              {t("connections.unauthorized")}
            </span>
          )}
          {refusal !== null && <span className={classes["refusal"]}>{formatFinding(refusal)}</span>}
        </>
      ),
    },
    {
      id: "actions",
      heading: t("connections.column.actions"),
      cell: (connection) => {
        const { id, name, data } = connection
        return (
          <div className={classes["actions"]}>
            {usesOAuth(data) && (
              <Button
                component="a"
                href={getAuthorizeUrl(id)}
                variant="default"
                size="xs"
                aria-label={t("connections.authorize", { name })}
                leftSection={<IconExternalLink size={14} aria-hidden="true" />}
              >
                {t("connections.authorize.short")}
              </Button>
            )}
            <Button
              variant="default"
              size="xs"
              aria-label={t("connections.try", { name })}
              loading={testedId === id}
              disabled={testedId !== null && testedId !== id}
              onClick={() => actor.send({ type: "connection.test", connection })}
            >
              {t("connections.try.short")}
            </Button>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t("connections.edit", { name })}
              title={t("connections.edit", { name })}
              onClick={() => actor.send({ type: "connection.edit", connection })}
            >
              <IconPencil size={18} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              data-destroys
              aria-label={t("connections.delete", { name })}
              title={t("connections.delete", { name })}
              onClick={() => actor.send({ type: "connection.delete", connection })}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
          </div>
        )
      },
    },
  ]
  return (
    <DataTable
      label={t("connections.heading")}
      regionLabel={t("connections.list")}
      columns={columns}
      rows={connections}
      className={classes["table"]}
      getRowId={({ id }) => id}
      isLoading={isLoading}
      empty={t("connections.none")}
    />
  )
}
