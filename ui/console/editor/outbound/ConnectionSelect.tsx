// Selects the connection that a step calls. Without connections, a notice links to the community's options.
import { Button, NativeSelect } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import { type ReactNode, use, useState } from "react"
import { getConnectionId } from "../../../../domain/actions/crm-action.ts"
import { isCallable, type Platform, platforms } from "../../../../domain/connections/connection.ts"
import type { AvailableConnections } from "../../../../machines/editor/external-data-machines.ts"
import { FailureNotice } from "../../../kit/FailureNotice.tsx"
import { useTranslate } from "../../../kit/i18n.tsx"
import { LoadingPlaceholder } from "../../../kit/LoadingPlaceholder.tsx"
import { LoadFailedNotice } from "../../../kit/lazy-part.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { type ConsoleServices, type OutboundMachines, useConsoleServices } from "../../console-services.tsx"
import { useEditorState } from "../editor-context.tsx"
import classes from "./OutboundPanels.module.css"

type Props = {
  readonly machines: OutboundMachines
  readonly label: string
  /** JSON pointer of the part of the instruction. */
  readonly part: string
  /** The selected id, or an object with that id. */
  readonly value: unknown
  readonly locked: boolean
  readonly onPick: (id: string | null, platform: Platform | null) => void
  /** Further fields, rendered once there are connections. */
  readonly children?: (available: AvailableConnections) => ReactNode
}

export const ConnectionSelect = ({ machines, label, part, value, locked, onPick, children }: Props) => {
  const t = useTranslate()
  const community = useEditorState((context) => context.community)
  const actor = useActorRef(machines.availableConnections, { input: { community } })
  const state = useSelector(actor, (snapshot) => snapshot.value)
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const id = getConnectionId(value)
  if (state === "reading")
    return (
      <div className={classes["field"]} data-part={part}>
        <LoadingPlaceholder height={58} radius="md" />
      </div>
    )
  if (state === "failed" || state === "empty")
    return (
      <>
        {state === "empty" ? (
          <Notice tone="quiet">
            <p>
              {t("ERROR.CRM_CONNECTION")}{" "}
              <Link to="/$communitySlug/options" params={{ communitySlug: community }}>
                {t("outbound.connection.options")}
              </Link>
            </p>
          </Notice>
        ) : (
          <FailureNotice failure={context.failure} />
        )}
        <Button variant="default" size="xs" onClick={() => actor.send({ type: "connections.retry" })}>
          {t("outbound.connection.again")}
        </Button>
      </>
    )
  const { connections } = context
  const chosen = connections.find((it) => it.id === id)
  const isDeleted = id !== "" && chosen === undefined
  return (
    <>
      <NativeSelect
        data-part={part}
        className={classes["field"] ?? ""}
        label={label}
        disabled={locked}
        error={isDeleted ? t("outbound.connection.gone") : undefined}
        value={id}
        data={[
          { value: "", label: t("outbound.connection.none") },
          ...(isDeleted ? [{ value: id, label: t("outbound.connection.deleted") }] : []),
          ...connections.map((it) => ({ value: it.id, label: `${it.name} · ${t(`connections.platform.${platforms[it.platform]}`)}` })),
        ]}
        onChange={(event) => {
          const picked = connections.find((it) => it.id === event.currentTarget.value)
          onPick(picked?.id ?? null, picked?.platform ?? null)
        }}
      />
      {chosen !== undefined && !isCallable(chosen) && (
        <Notice tone="warning">
          <p>{t("outbound.connection.not-called")}</p>
        </Notice>
      )}
      {children?.(context)}
    </>
  )
}

const machinesByServices = new WeakMap<ConsoleServices, Promise<OutboundMachines | null>>()

/** Loads the outbound machines once; null if they cannot be loaded, for example because the server is unreachable. */
const loadMachines = (services: ConsoleServices): Promise<OutboundMachines | null> => {
  const cached = machinesByServices.get(services)
  if (cached !== undefined) return cached
  const machines = services.outbound().catch(() => null)
  machinesByServices.set(services, machines)
  return machines
}

type OutboundProps = { readonly children: (machines: OutboundMachines) => ReactNode }

/** Renders a part that needs the outbound machines; if they cannot be loaded, a notice takes its place. */
export const WithOutboundMachines = ({ children }: OutboundProps) => {
  const services = useConsoleServices()
  const [, rerender] = useState(0)
  const machines = use(loadMachines(services))
  const retry = () => {
    machinesByServices.delete(services)
    rerender((count) => count + 1)
  }
  return machines === null ? <LoadFailedNotice onRetry={retry} /> : children(machines)
}
