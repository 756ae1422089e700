// The headings of a data table. The heading of a sortable column is a button.
import { Table, VisuallyHidden } from "@mantine/core"
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react"
import type { SortDirection } from "@tanstack/react-table"
import classes from "./DataTable.module.css"
import type { DataColumn } from "./data-columns.ts"

type Props<Row> = {
  readonly columns: ReadonlyArray<DataColumn<Row>>
  readonly rowIndex: number | undefined
  /** Whether headings may be cut off, so that they need a tooltip. */
  readonly isCompact: boolean
  readonly getDirection: (column: string) => SortDirection | false
  readonly onSort: (column: string, button: HTMLElement) => void
}

export const DataTableHead = <Row,>({ columns, rowIndex, isCompact, getDirection, onSort }: Props<Row>) => (
  <Table.Thead data-before-rows>
    <Table.Tr aria-rowindex={rowIndex}>
      {columns.map(({ id, heading, sortValue, isActions = false }) => {
        const direction = getDirection(id)
        return (
          <Table.Th
            key={id}
            scope="col"
            data-column={id}
            className={isActions ? classes["end"] : undefined}
            title={isCompact ? heading : undefined}
            aria-sort={sortValue === undefined ? undefined : ariaSorts[direction === false ? "none" : direction]}
          >
            {isActions && <VisuallyHidden>{heading}</VisuallyHidden>}
            {!isActions && sortValue === undefined && heading}
            {!isActions && sortValue !== undefined && (
              <button type="button" className={classes["sort"]} onClick={({ currentTarget }) => onSort(id, currentTarget)}>
                {heading}
                <SortIcon direction={direction} />
              </button>
            )}
          </Table.Th>
        )
      })}
    </Table.Tr>
  </Table.Thead>
)

const ariaSorts = { none: "none", asc: "ascending", desc: "descending" } as const

const SortIcon = ({ direction }: { readonly direction: SortDirection | false }) => {
  const Icon = direction === false ? IconArrowsSort : direction === "desc" ? IconArrowDown : IconArrowUp
  return <Icon size={14} aria-hidden="true" data-sorted={direction !== false} />
}
