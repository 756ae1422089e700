// The list of all users or all communities: search, sort, add, delete, and a message about the last change.
import { ActionIcon, Button, Loader, Title } from "@mantine/core"
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { type ReactNode, useDeferredValue } from "react"
import type { ActorRefFrom } from "xstate"
import { filterAndSort, type ListSort } from "../../../domain/text/name-search.ts"
import type { RosterNotice, rosterMachine } from "../../../machines/admin/roster-machine.ts"
import { CopyButton } from "../../kit/CopyButton.tsx"
import { DeletionDialog } from "../../kit/DeletionDialog.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FilterField } from "../../kit/FilterField.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import { LoadingPlaceholder } from "../../kit/LoadingPlaceholder.tsx"
import { useFixedHeightRows } from "../../kit/virtual-list.tsx"
import classes from "./Roster.module.css"

/** Texts of the list and its items. */
export type RosterTexts<Item, Column extends string, Token> = {
  readonly heading: string
  readonly count: (count: number) => string
  readonly search: string
  readonly add: string
  readonly emptyText: string
  readonly column: (column: Column | "actions") => string
  readonly changeMessage: (news: RosterNotice<Item>) => string
  readonly deleteLabel: (item: Item) => string
  readonly deletionTitle: string
  /** The token, null while it is being fetched, has the item's present name. */
  readonly deletionQuestion: (item: Item, token: Token | null) => string
}

type Props<Item extends { readonly uuid: string }, Column extends string, Known, Token> = {
  readonly roster: ActorRefFrom<ReturnType<typeof rosterMachine<Item, Column, Known, Token>>>
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
  const { items, search, sort, failure, news } = useSelector(roster, ({ context }) => context)
  const isLoading = useSelector(roster, (state) => state.matches("loading"))
  const isSlow = useSelector(roster, (state) => state.hasTag("slow"))
  const isFailed = useSelector(roster, (state) => state.matches("failed"))
  const deletion = useSelector(roster, ({ children: { deletion: it } }) => it)
  const deferredSearch = useDeferredValue(search)
  const shown = filterAndSort(items, { search: deferredSearch, sort, columns })
  const isListed = !isLoading && !isFailed
  return (
    <>
      <div className={classes["top"]}>
        <div className={classes["heading"]}>
          <Title order={1} size="h2">
            {texts.heading}
          </Title>
          {isListed && <span className={classes["count"]}>{texts.count(shown.length)}</span>}
          <output className={classes["news"]}>{news !== null && texts.changeMessage(news)}</output>
          <output className="unseen">{isSlow && t("shell.loading")}</output>
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
          <RosterTable
            label={texts.heading}
            items={shown}
            columns={columns}
            sort={sort}
            heading={texts.column}
            deleteLabel={texts.deleteLabel}
            isDeletable={isDeletable}
            onSort={(column) => roster.send({ type: "sort.by", column })}
            onOpen={onOpen}
            onDelete={(item) => roster.send({ type: "item.delete", item })}
          />
          {shown.length === 0 && <output className={classes["none"]}>{texts.emptyText}</output>}
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

type RosterTableProps<Item, Column extends string> = {
  readonly label: string
  readonly items: ReadonlyArray<Item>
  readonly columns: ReadonlyArray<Column>
  readonly sort: ListSort<Column>
  readonly heading: (column: Column | "actions") => string
  readonly deleteLabel: (item: Item) => string
  readonly isDeletable: (item: Item) => boolean
  readonly onSort: (column: Column) => void
  readonly onOpen: (item: Item) => void
  readonly onDelete: (item: Item) => void
}

/** Heights of a row and of the header row in Roster.module.css, in pixels. */
const rowHeight = 52
const headHeight = 41
const virtualFrom = 200

/** Sortable columns; the first cell opens the row. Above 200 rows only the visible ones are rendered. */
const RosterTable = <Column extends string, Item extends Readonly<Record<Column | "uuid", string>>>({
  label,
  items,
  columns,
  sort,
  heading,
  deleteLabel,
  isDeletable,
  onSort,
  onOpen,
  onDelete,
}: RosterTableProps<Item, Column>) => {
  const isLong = items.length > virtualFrom
  const { scroller, shown, height } = useFixedHeightRows({ count: items.length, rowHeight })
  const indexes = isLong ? shown : [...items.keys()]
  const firstIndex = indexes[0] ?? 0
  return (
    // A scrollable region must be reachable by keyboard (WCAG 2.1.1).
    <section
      ref={isLong ? scroller : null}
      className={classes["frame"]}
      data-long={isLong}
      aria-label={label}
      {...(isLong && { tabIndex: 0 })}
    >
      {/* Has the height of all rows, so that the scroll range does not depend on the rendered rows. */}
      <div className={classes["whole"]} {...(isLong && { style: { blockSize: height + headHeight } })}>
        <table
          className={classes["table"]}
          aria-label={label}
          aria-rowcount={items.length + 1}
          {...(isLong && { style: { marginBlockStart: firstIndex * rowHeight } })}
        >
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  data-column={column}
                  aria-sort={sort.by !== column ? "none" : sort.descending ? "descending" : "ascending"}
                >
                  <button
                    type="button"
                    onClick={({ currentTarget }) => {
                      // A new order starts at the top.
                      currentTarget.closest("section")?.scrollTo({ top: 0 })
                      onSort(column)
                    }}
                  >
                    {heading(column)}
                    <SortMark descending={sort.by !== column ? null : sort.descending} />
                  </button>
                </th>
              ))}
              <th scope="col" className={classes["actions"]}>
                <span>{heading("actions")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {indexes.map((index) => {
              const item = items[index]
              return item === undefined ? null : (
                // A click anywhere in the row opens it; the button in the first cell is for keyboard and screen reader.
                <tr
                  key={item.uuid}
                  aria-rowindex={index + 2}
                  onClick={({ target }) => {
                    if (target instanceof Element && target.closest("button") === null) onOpen(item)
                  }}
                >
                  {columns.map((column, i) => (
                    <td key={column} data-column={column} title={item[column]} className={column === "uuid" ? classes["uuid"] : undefined}>
                      {i === 0 ? (
                        <button type="button" className={classes["open"]} onClick={() => onOpen(item)}>
                          {item[column]}
                        </button>
                      ) : (
                        item[column]
                      )}
                    </td>
                  ))}
                  <td className={classes["actions"]}>
                    {isDeletable(item) && (
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        size="lg"
                        data-destroys
                        aria-label={deleteLabel(item)}
                        title={deleteLabel(item)}
                        onClick={() => onDelete(item)}
                      >
                        <IconTrash size={18} aria-hidden="true" />
                      </ActionIcon>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const SortMark = ({ descending }: { readonly descending: boolean | null }) => {
  const Icon = descending === null ? IconArrowsSort : descending ? IconArrowDown : IconArrowUp
  return <Icon size={14} aria-hidden="true" data-sorted={descending !== null} />
}

/** The unique id of a user or a community in its panel: on a narrow screen the list has no room for it. */
export const UniqueId = ({ uuid }: { readonly uuid: string }) => {
  const t = useTranslate()
  return (
    <div className={classes["identity"]}>
      <dl>
        <dt>{t("admin.column.uuid")}</dt>
        <dd>{uuid}</dd>
      </dl>
      <CopyButton text={uuid} label={t("admin.uuid.copy")} done={t("admin.uuid.copied")} />
    </div>
  )
}
