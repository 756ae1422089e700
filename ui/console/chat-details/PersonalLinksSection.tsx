// Personal links: create a number of them or one for each row of a list, with progress and the created links [L4, L6].

import { ActionIcon, Button, Checkbox, TextInput } from "@mantine/core"
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight, IconDownload } from "@tabler/icons-react"
import { useBlocker } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import { useId } from "react"
import { buildLinkUrl } from "../../../domain/exports/links-and-members-csv.ts"
import { countPages, createsShortLinks, linkAmountViolations } from "../../../domain/links/participant-links.ts"
import type { Script } from "../../../domain/script/script.ts"
import type { LinksActor } from "../../../machines/chat/links-machine.ts"
import type { FormValues } from "../../../machines/form-machine.ts"
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx"
import { DataTable } from "../../kit/DataTable.tsx"
import type { DataColumn } from "../../kit/data-columns.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { focusOnMountIfLost } from "../../kit/focus-hooks.ts"
import { changedText, useFormFields } from "../../kit/form-fields.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import type { ChatDetailsMachines } from "../console-services.tsx"
import classes from "./ChatDetails.module.css"
import { LinkListDialog } from "./LinkListDialog.tsx"

/**
 * Asks before created links are lost that were not downloaded [L10]: on in-app navigation, where the browser's own question does not
 * appear, and when a new set replaces them.
 */
export const UnsavedLinksConfirmations = ({ actor }: { readonly actor: LinksActor }) => {
  const t = useTranslate()
  const unsaved = useSelector(actor, (state) => state.matches({ file: "unsaved" }))
  const createdCount = useSelector(actor, ({ context }) => context.made)
  const isAsking = useSelector(actor, (state) => state.hasTag("confirming-loss"))
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <>
      <ConfirmDialog
        title={t("links.leave")}
        question={status === "blocked" ? t("links.leave.question", { count: createdCount }) : null}
        confirmLabel={t("links.leave.confirm")}
        destroys
        onConfirm={() => proceed?.()}
        onCancel={() => reset?.()}
      />
      <ConfirmDialog
        title={t("links.others")}
        question={isAsking ? t("links.others.question", { count: createdCount }) : null}
        confirmLabel={t("links.others.confirm")}
        destroys
        onConfirm={() => actor.send({ type: "consent.give" })}
        onCancel={() => actor.send({ type: "consent.refuse" })}
      />
    </>
  )
}

type Props = { readonly machines: ChatDetailsMachines; readonly community: string; readonly script: Script }

const initialValues = { amount: "1" }
const validateAmount = ({ amount = "" }: FormValues) => linkAmountViolations(amount)
/** An edited number is not worth a question before the page is left. */
const ignoreEdit = () => undefined

export const PersonalLinksSection = ({ machines, community, script }: Props) => {
  const t = useTranslate()
  const actor = useActorRef(machines.links, { input: { community, uuid: script.uuid, name: script.name, generator: useId() } })
  const { made: createdCount, failure } = useSelector(actor, ({ context }) => context)
  const resting = useSelector(actor, (state) => state.matches({ creation: "idle" }))
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  const list = useSelector(actor, ({ children }) => children.list)
  const { field, submit, setValue } = useFormFields(initialValues, validateAmount, ignoreEdit)
  const amount = field("amount")
  return (
    <>
      <form className={classes["entry"]} noValidate onSubmit={submit(({ amount = "" }) => actor.send({ type: "links.make", amount }))}>
        <TextInput
          label={t("links.amount")}
          description={amount.error === undefined ? t("links.amount.help") : undefined}
          inputMode="numeric"
          autoComplete="off"
          disabled={!resting}
          {...amount}
          onChange={(event) => setValue("amount", changedText(event))}
        />
        <div className={classes["row"]}>
          <Button type="submit" disabled={!resting}>
            {t("links.create")}
          </Button>
          <Button variant="default" disabled={!resting} onClick={() => actor.send({ type: "import.open" })}>
            {t("list.heading")}
          </Button>
        </div>
      </form>
      {/* [L6] Shown, but cannot be turned on. */}
      <Checkbox label={t("links.short")} description={t("links.short.text")} checked={createsShortLinks} disabled readOnly />
      <UnsavedLinksConfirmations actor={actor} />
      {list !== undefined && <LinkListDialog actor={list} />}
      {busy && <LinkProgress actor={actor} />}
      {resting && <FailureNotice failure={failure} />}
      {createdCount > 0 && <CreatedLinks machines={machines} community={community} script={script} actor={actor} />}
    </>
  )
}

const LinkProgress = ({ actor }: { readonly actor: LinksActor }) => {
  const t = useTranslate()
  const { made: createdCount, batches, failure } = useSelector(actor, ({ context }) => context)
  const stuck = useSelector(actor, (state) => state.matches({ creation: "failed" }))
  const count = batches.reduce((sum, size) => sum + size, 0)
  return (
    <div className={classes["progress"]} ref={focusOnMountIfLost} tabIndex={-1}>
      <progress max={count} value={createdCount} aria-label={t("links.create")} />
      <output>{t("links.progress", { made: createdCount, count })}</output>
      {stuck && (
        <>
          <FailureNotice failure={failure} />
          <p className={classes["quiet"]}>{t("links.stuck")}</p>
        </>
      )}
      <div className={classes["row"]}>
        {stuck && <Button onClick={() => actor.send({ type: "links.retry" })}>{t("retry")}</Button>}
        <Button variant="default" onClick={() => actor.send({ type: "links.cancel" })}>
          {t("links.cancel")}
        </Button>
      </div>
    </div>
  )
}

type CreatedLinksProps = {
  readonly machines: ChatDetailsMachines
  readonly community: string
  readonly script: Script
  readonly actor: LinksActor
}

type LinkColumn = DataColumn<ReturnType<LinksActor["getSnapshot"]>["context"]["links"][number]>

/** The created links: one page at a time, and all of them as a file. */
const CreatedLinks = ({ machines, community, script, actor }: CreatedLinksProps) => {
  const t = useTranslate()
  const { made: createdCount, batches, links } = useSelector(actor, ({ context }) => context)
  const stopped = useSelector(actor, (state) => state.matches({ creation: { idle: "stopped" } }))
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  const shown = useSelector(actor, (state) => !state.matches({ table: "closed" })) && links.length > 0
  const saving = useSelector(actor, (state) => state.matches({ file: "saving" }))
  const unsaved = useSelector(actor, (state) => state.matches({ file: "unsaved" }))
  const count = batches.reduce((sum, size) => sum + size, 0)
  const hasPeople = links.some(({ user }) => user !== null)
  const target = { bases: machines.bases, slug: community, script: script.uuid, isShort: createsShortLinks }
  // Not sortable: only one page of the links is loaded, so sorting it would not sort the links.
  const personColumns: ReadonlyArray<LinkColumn> = [
    { id: "person", heading: t("links.column.person"), cell: ({ identifier, user }) => identifier?.value ?? user },
    { id: "found", heading: t("links.column.found"), cell: ({ found }) => t(found ? "links.found.yes" : "links.found.no") },
  ]
  const tokenColumn: LinkColumn = { id: "token", heading: t("links.column.token"), cell: ({ conversation }) => conversation }
  const linkColumn: LinkColumn = {
    id: "link",
    heading: t("links.column.link"),
    className: classes["whole"],
    cell: (link) => buildLinkUrl(link, target),
  }
  return (
    <>
      {!busy && (
        <div className={classes["row"]} ref={focusOnMountIfLost} tabIndex={-1}>
          <output className={classes["count"]}>
            {t(stopped ? "links.stopped" : "links.made", { made: createdCount, count: stopped ? count : createdCount })}
          </output>
          {stopped && (
            <Button variant="default" onClick={() => actor.send({ type: "links.resume" })}>
              {t("links.resume")}
            </Button>
          )}
        </div>
      )}
      <div className={classes["row"]}>
        <Button
          variant={unsaved && !busy ? "filled" : "default"}
          loading={saving}
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          onClick={() => actor.send({ type: "file.save" })}
        >
          {t("links.download")}
        </Button>
        {unsaved && <p className={classes["quiet"]}>{t("links.unsaved")}</p>}
      </div>
      {shown && (
        <>
          <DataTable
            label={t("links.table")}
            columns={[...(hasPeople ? personColumns : [tokenColumn]), linkColumn]}
            rows={links}
            getRowId={({ conversation }) => conversation}
            variant="compact"
          />
          <Pager actor={actor} pages={countPages(createdCount)} />
        </>
      )}
    </>
  )
}

const Pager = ({ actor, pages }: { readonly actor: LinksActor; readonly pages: number }) => {
  const t = useTranslate()
  const page = useSelector(actor, ({ context }) => context.page)
  if (pages < 2) return null
  const renderButton = (label: string, targetPage: number, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      disabled={targetPage < 0 || targetPage >= pages || targetPage === page}
      onClick={() => actor.send({ type: "page.open", page: targetPage })}
    >
      <Icon size={18} aria-hidden="true" />
    </ActionIcon>
  )
  return (
    <nav className={classes["pager"]} aria-label={t("links.pages")}>
      {renderButton(t("links.page.first"), 0, IconChevronsLeft)}
      {renderButton(t("links.page.previous"), page - 1, IconChevronLeft)}
      <output>{t("links.page", { page: page + 1, count: pages })}</output>
      {renderButton(t("links.page.next"), page + 1, IconChevronRight)}
      {renderButton(t("links.page.last"), pages - 1, IconChevronsRight)}
    </nav>
  )
}
