// The columns of a data table, and what TanStack Table needs to know of them.
import { type ColumnDef, createColumnHelper, type SortingState } from "@tanstack/react-table"
import type { ReactNode } from "react"
import type { createValueComparison, SortValue } from "../../domain/text/collation.ts"

export type DataColumn<Row> = {
  readonly id: string
  readonly heading: string
  /** A plain function, not a component: it calls no hooks. */
  readonly cell: (row: Row) => ReactNode
  /** Makes the column sortable. Rows whose value is null come last in both directions. */
  readonly sortValue?: (row: Row) => SortValue
  /** Whether the first click sorts in descending order, for example the latest date first. */
  readonly isDescendingFirst?: boolean
  /** The complete text of a cell that may be cut off. */
  readonly title?: (row: Row) => string
  /** Whether the cell of a row is left out when cells are stacked. */
  readonly isEmpty?: (row: Row) => boolean
  readonly className?: string | undefined
  /** Whether the cells are headings of their rows. */
  readonly isRowHeading?: boolean
  /** A column of buttons: it stays visible when the table scrolls, and only screen readers read its heading. */
  readonly isActions?: boolean
}

/** The column by which a table is sorted, and the direction. */
export type DataSort = { readonly by: string; readonly descending: boolean }

/** Returns an instant or a day (ISO 8601) as a value to sort by. */
export const toSortableTime = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant))

/** Returns the sorting state of TanStack Table. */
export const toSortingState = (sort: DataSort | undefined): SortingState =>
  sort === undefined ? [] : [{ id: sort.by, desc: sort.descending }]

/** Returns the column definitions of TanStack Table. Its sorting is stable. */
export const toColumnDefinitions = <Row>(
  columns: ReadonlyArray<DataColumn<Row>>,
  compare: ReturnType<typeof createValueComparison>,
): Array<ColumnDef<Row, SortValue | undefined>> => {
  const helper = createColumnHelper<Row>()
  return columns.map(({ id, heading, sortValue, isDescendingFirst = false }) =>
    helper.accessor((row) => sortValue?.(row) ?? undefined, {
      id,
      header: heading,
      enableSorting: sortValue !== undefined,
      sortDescFirst: isDescendingFirst,
      sortUndefined: "last",
      sortingFn: (a, b, column) => compare(a.getValue<string | number>(column), b.getValue<string | number>(column)),
    }),
  )
}
