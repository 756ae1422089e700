// The list of all users or all communities: search, sort, add, delete, and a message about the last change.
import { ActionIcon, Button, Loader, Title, VisuallyHidden } from "@mantine/core"
import { IconPlus, IconTrash } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { type ReactNode, useDeferredValue, useMemo } from "react"
import type { ActorRefFrom } from "xstate"
import { filterByText } from "../../../domain/text/name-search.ts"
import type { RosterNotice, rosterMachine } from "../../../machines/admin/roster-machine.ts"
import { CopyButton } from "../../kit/CopyButton.tsx"
import { DataTable } from "../../kit/DataTable.tsx"
import { DeletionDialog } from "../../kit/DeletionDialog.tsx"
import type { DataColumn } from "../../kit/data-columns.ts"
import { FactList } from "../../kit/FactList.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FilterField } from "../../kit/FilterField.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import { LoadingPlaceholder } from "../../kit/LoadingPlaceholder.tsx"
import { createVirtualRows } from "../../kit/VirtualRows.tsx"
import classes from "./Roster.module.css"

/** Texts of the list and its items. */
export type RosterTexts<Item, Column extends string, Token> = {
  readonly heading: string
  readonly count: (count: number) => string
  readonly search: string
  readonly add: string
  readonly emptyText: string
  readonly column: (column: Column | "actions") => string
  readonly changeMessage: (notice: RosterNotice<Item>) => string
  readonly deleteLabel: (item: Item) => string
  readonly deletionTitle: string
  /** The token, null while it is being fetched, has the item's present name. */
  readonly deletionQuestion: (item: Item, token: Token | null) => string
}

type Props<Item extends { readonly uuid: string }, Column extends string, Known, Token> = {
  readonly roster: ActorRefFrom<ReturnType<typeof rosterMachine<Item, Known, Token>>>
  /** The list is sorted by the first column at first; its cells open the item. */
  readonly columns: ReadonlyArray<Column>
  readonly texts: RosterTexts<Item, Column, Token>
  readonly isDeletable?: (item: Item) => boolean
  /** Shows what is deleted with the item. */
  readonly renderDeletionPreview?: (token: Token) => ReactNode
  readonly onOpen: (item: Item) => void
  /** The dialogs that add and edit items. */
  readonly children: ReactNode
}

const always = () => true

/** Longer lists render only the visible rows. */
const maxRenderedRows = 200
/** Rows with one line are 52 px high. */
const VirtualRows = createVirtualRows(52)

export const Roster = <Column extends string, Item extends Readonly<Record<Column | "uuid", string>>, Known, Token>({
  roster,
  columns,
  texts,
  isDeletable = always,
  renderDeletionPreview,
  onOpen,
  children,
}: Props<Item, Column, Known, Token>) => {
  const t = useTranslate()
  const { items, search, failure, notice } = useSelector(roster, ({ context }) => context)
  const isLoading = useSelector(roster, (state) => state.matches("loading"))
  const isSlow = useSelector(roster, (state) => state.hasTag("slow"))
  const isFailed = useSelector(roster, (state) => state.matches("failed"))
  const deletion = useSelector(roster, ({ children: { deletion: it } }) => it)
  const deferredSearch = useDeferredValue(search)
  const shown = useMemo(() => filterByText(items, { search: deferredSearch, columns }), [items, deferredSearch, columns])
  const isLong = shown.length > maxRenderedRows
  const tableColumns = useMemo(
    (): ReadonlyArray<DataColumn<Item>> => [
      ...columns.map(
        (column, index): DataColumn<Item> => ({
          id: column,
          heading: texts.column(column),
          sortValue: (item) => item[column],
          title: (item) => item[column],
          cell: (item) =>
            index === 0 ? (
              <button type="button" className={classes["open"]} onClick={() => onOpen(item)}>
                {item[column]}
              </button>
            ) : (
              item[column]
            ),
        }),
      ),
      {
        id: "actions",
        heading: texts.column("actions"),
        isActions: true,
        cell: (item) =>
          isDeletable(item) && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              data-destroys
              aria-label={texts.deleteLabel(item)}
              title={texts.deleteLabel(item)}
              onClick={() => roster.send({ type: "item.delete", item })}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
          ),
      },
    ],
    [columns, texts, isDeletable, onOpen, roster],
  )
  const isListed = !isLoading && !isFailed
  return (
    <>
      <div className={classes["top"]}>
        <div className={classes["heading"]}>
          <Title order={1} size="h2">
            {texts.heading}
          </Title>
          {isListed && <span className={classes["count"]}>{texts.count(shown.length)}</span>}
          <output className={classes["notice"]}>{notice !== null && texts.changeMessage(notice)}</output>
          <VisuallyHidden component="output">{isSlow && t("shell.loading")}</VisuallyHidden>
        </div>
        <FilterField
          className={classes["search"]}
          label={texts.search}
          text={search}
          onChange={(text) => roster.send({ type: "search.type", text })}
        />
        <Button
          // Not `loading`, which would disable the button: the dialog returns the focus to it.
          leftSection={isSlow ? <Loader size={18} color="currentColor" /> : <IconPlus size={18} aria-hidden="true" />}
          aria-busy={isSlow}
          disabled={!isListed}
          onClick={() => roster.send({ type: "add.open" })}
        >
          {texts.add}
        </Button>
      </div>
      {isLoading && <LoadingPlaceholder height={240} />}
      {isFailed && (
        <>
          <FailureNotice failure={failure} />
          <div>
            <Button variant="default" onClick={() => roster.send({ type: "list.retry" })}>
              {t("retry")}
            </Button>
          </div>
        </>
      )}
      {isListed && (
        <>
          <FailureNotice failure={failure} />
          <DataTable
            label={texts.heading}
            columns={tableColumns}
            rows={shown}
            getRowId={({ uuid }) => uuid}
            initialSort={{ by: columns[0] ?? "", descending: false }}
            empty={<output className={classes["none"]}>{texts.emptyText}</output>}
            className={`${classes["table"] ?? ""} ${isLong ? (classes["long"] ?? "") : ""}`}
            hasTexts
            onOpen={onOpen}
            {...(isLong && { Rows: VirtualRows })}
          />
        </>
      )}
      {children}
      <DeletionDialog
        deletion={deletion}
        title={texts.deletionTitle}
        question={texts.deletionQuestion}
        {...(renderDeletionPreview !== undefined && { renderPreview: renderDeletionPreview })}
      />
    </>
  )
}

/** The unique id of a user or a community in its panel: on a narrow screen the list has no room for it. */
export const UniqueId = ({ uuid }: { readonly uuid: string }) => {
  const t = useTranslate()
  return (
    <div className={classes["identity"]}>
      <FactList orientation="vertical" facts={[{ label: t("admin.column.uuid"), value: uuid }]} />
      <CopyButton text={uuid} label={t("admin.uuid.copy")} done={t("admin.uuid.copied")} />
    </div>
  )
}
