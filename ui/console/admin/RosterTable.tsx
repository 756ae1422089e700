// A list of users or communities: sortable by each column, opened by its first. Beyond 200 rows only those in sight are drawn.
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
  readonly deletion: (item: Item) => string
  /** Whether this one can be deleted. */
  readonly isDeletable: (item: Item) => boolean
  readonly onSort: (column: Column) => void
  readonly onOpen: (item: Item) => void
  readonly onDelete: (item: Item) => void
}

/** As high as Roster.module.css makes a row, and the row of headings, in px. */
const rowHeight = 52
const headHeight = 41
const longFrom = 200

export const RosterTable = <Column extends string, Item extends Readonly<Record<Column | "uuid", string>>>({
  label,
  items,
  columns,
  sort,
  heading,
  deletion,
  isDeletable,
  onSort,
  onOpen,
  onDelete,
}: Props<Item, Column>) => {
  const isLong = items.length > longFrom
  const { watch, shown, height } = useFixedHeightRows({ count: items.length, rowHeight })
  const places = isLong ? shown : [...items.keys()]
  const first = places[0] ?? 0
  return (
    // A region that scrolls can be reached with the keyboard (WCAG 2.1.1).
    <section
      ref={isLong ? watch : null}
      className={classes["frame"]}
      data-long={isLong}
      aria-label={label}
      {...(isLong && { tabIndex: 0 })}
    >
      {/* As high as all rows from the start: whatever is drawn of them, it scrolls the same. */}
      <div className={classes["whole"]} {...(isLong && { style: { blockSize: height + headHeight } })}>
        <table
          className={classes["table"]}
          aria-label={label}
          aria-rowcount={items.length + 1}
          {...(isLong && { style: { marginBlockStart: first * rowHeight } })}
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
                      // In another order the first are others.
                      currentTarget.closest("section")?.scrollTo({ top: 0 })
                      onSort(column)
                    }}
                  >
                    {heading(column)}
                    <SortMark sorted={sort.by !== column ? null : sort.descending} />
                  </button>
                </th>
              ))}
              <th scope="col" className={classes["actions"]}>
                <span>{heading("actions")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {places.map((place) => {
              const item = items[place]
              return item === undefined ? null : (
                // The whole row opens, for the mouse; the button in it is there for everybody.
                <tr
                  key={item.uuid}
                  aria-rowindex={place + 2}
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
                        aria-label={deletion(item)}
                        title={deletion(item)}
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

const SortMark = ({ sorted }: { readonly sorted: boolean | null }) => {
  const Icon = sorted === null ? IconArrowsSort : sorted ? IconArrowDown : IconArrowUp
  return <Icon size={14} aria-hidden="true" data-sorted={sorted !== null} />
}
