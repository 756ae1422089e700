// [O8] The external data of a script: rows of connection, value source and selector.
import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core"
import { IconDatabase, IconPlus, IconX } from "@tabler/icons-react"
import { useActorRef, useSelector } from "@xstate/react"
import { type DataRow, type ExternalDataActor, rowProblems } from "../../../../machines/editor/external-data-machines.ts"
import { FailureNotice } from "../../../kit/FailureNotice.tsx"
import { DraftDialog } from "../../../kit/FormDialog.tsx"
import { useTranslate } from "../../../kit/i18n.tsx"
import { LoadingPlaceholder } from "../../../kit/LoadingPlaceholder.tsx"
import type { OutboundMachines } from "../../console-services.tsx"
import { useEditor, useEditorState, useIsViewOnly } from "../editor-context.tsx"
import { WithOutboundMachines } from "./ConnectionSelect.tsx"
import classes from "./OutboundPanels.module.css"

/** The dialog and the button that opens it. */
export const ExternalDataDialog = () => <WithOutboundMachines>{(machines) => <ExternalData machines={machines} />}</WithOutboundMachines>

const ExternalData = ({ machines }: { readonly machines: OutboundMachines }) => {
  const t = useTranslate()
  const editor = useEditor()
  const community = useEditorState((context) => context.community)
  const uuid = useEditorState(({ savedScript }) => savedScript.uuid)
  const actor = useActorRef(machines.externalData, {
    input: { community, uuid, known: (points) => editor.send({ type: "data-points.loaded", points }) },
  })
  const isOpen = useSelector(actor, (state) => state.hasTag("open"))
  const isConfirmingClose = useSelector(actor, (state) => state.hasTag("confirming-close"))
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDatabase size={18} aria-hidden="true" />}
        onClick={() => actor.send({ type: "data.open" })}
      >
        {t("outbound.data")}
      </Button>
      <DraftDialog
        title={t("outbound.data")}
        width="56rem"
        opened={isOpen}
        asks={isConfirmingClose}
        onClose={() => actor.send({ type: "data.close" })}
        onThrowAway={() => actor.send({ type: "close.confirm" })}
        onKeep={() => actor.send({ type: "close.cancel" })}
      >
        <Rows actor={actor} />
      </DraftDialog>
    </>
  )
}

const Rows = ({ actor }: { readonly actor: ExternalDataActor }) => {
  const t = useTranslate()
  const locked = useIsViewOnly()
  const state = useSelector(actor, ({ value }) => value)
  const { rows, failure } = useSelector(actor, ({ context }) => context)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag("busy"))
  const canSave = useSelector(actor, (snapshot) => snapshot.can({ type: "data.save" }))
  if (state === "loading") return <LoadingPlaceholder height={96} radius="md" />
  if (state === "failed")
    return (
      <div className={classes["panel"]}>
        <FailureNotice failure={failure} />
        <Button variant="default" onClick={() => actor.send({ type: "data.retry" })}>
          {t("retry")}
        </Button>
      </div>
    )
  return (
    <div className={classes["panel"]}>
      <p className={classes["quiet"]}>{t("outbound.data.text", { example: "crm.city" })}</p>
      <ol className={classes["rows"]} aria-label={t("outbound.data.rows")}>
        {rows.map((row, index) => (
          <Row key={row.key} actor={actor} row={row} n={index + 1} locked={locked || isBusy} />
        ))}
      </ol>
      {rows.length === 0 && <p className={classes["quiet"]}>{t("outbound.data.none")}</p>}
      <FailureNotice failure={failure} />
      {!locked && (
        <div className={classes["ends"]}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            disabled={isBusy}
            onClick={() => actor.send({ type: "row.add" })}
          >
            {t("outbound.data.add")}
          </Button>
          <Button loading={isBusy} disabled={!canSave && !isBusy} onClick={() => actor.send({ type: "data.save" })}>
            {t("outbound.data.save")}
          </Button>
        </div>
      )}
    </div>
  )
}

type RowProps = { readonly actor: ExternalDataActor; readonly row: DataRow; readonly n: number; readonly locked: boolean }

const Row = ({ actor, row: { key, point }, n, locked }: RowProps) => {
  const t = useTranslate()
  const connections = useSelector(actor, ({ context }) => context.connections)
  const context = useSelector(actor, (state) => state.context)
  const problems = rowProblems(context).filter((it) => it.key === key)
  const getError = (field: keyof typeof point) =>
    problems.some((it) => it.field === field) ? t(`outbound.data.${field}.wrong`) : undefined
  const getTextProps = (field: "valueSource" | "dataSelector") => ({
    label: t(`outbound.data.${field}`, { n }),
    description: getError(field) === undefined ? t(`outbound.data.${field}.help`) : undefined,
    error: getError(field),
    autoComplete: "off",
    spellCheck: false,
    readOnly: locked,
    value: point[field],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      actor.send({ type: "row.update", key, change: { [field]: event.currentTarget.value } }),
  })
  const isDeleted = !connections.some(({ id }) => id === point.selectedConnection)
  return (
    <li className={classes["datarow"]}>
      <NativeSelect
        label={t("outbound.data.connection", { n })}
        error={getError("selectedConnection")}
        disabled={locked}
        value={point.selectedConnection}
        data={[
          ...(isDeleted ? [{ value: point.selectedConnection, label: t("outbound.connection.deleted") }] : []),
          ...connections.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => actor.send({ type: "row.update", key, change: { selectedConnection: event.currentTarget.value } })}
      />
      <TextInput {...getTextProps("valueSource")} />
      <TextInput {...getTextProps("dataSelector")} />
      {!locked && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t("outbound.data.remove", { n })}
          title={t("outbound.data.remove", { n })}
          onClick={() => actor.send({ type: "row.remove", key })}
        >
          <IconX size={18} aria-hidden="true" />
        </ActionIcon>
      )}
    </li>
  )
}
