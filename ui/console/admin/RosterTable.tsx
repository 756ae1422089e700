// The table of users or communities: sortable columns, the first cell opens the row. Above 200 rows only the visible ones are rendered.
import { ActionIcon } from "@mantine/core"
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconTrash } from "@tabler/icons-react"
import type { ListSort } from "../../../domain/accounts/admin-list.ts"
import { useFixedHeightRows } from "../../kit/virtual-list.tsx"
import classes from "./Roster.module.css"

type Props<Item, Column extends string> = {
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

export const RosterTable = <Column extends string, Item extends Readonly<Record<Column | "uuid", string>>>({
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
}: Props<Item, Column>) => {
  const isLong = items.length > virtualFrom
  const { watch, shown, height } = useFixedHeightRows({ count: items.length, rowHeight })
  const indexes = isLong ? shown : [...items.keys()]
  const firstIndex = indexes[0] ?? 0
  return (
    // A scrollable region must be reachable by keyboard (WCAG 2.1.1).
    <section
      ref={isLong ? watch : null}
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
