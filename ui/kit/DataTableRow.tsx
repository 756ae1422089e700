// A row of a data table.
import { Table } from "@mantine/core"
import { type ReactNode, useMemo } from "react"
import classes from "./DataTable.module.css"
import type { DataColumn } from "./data-columns.ts"

type Props<Row> = {
  readonly row: Row
  readonly columns: ReadonlyArray<DataColumn<Row>>
  /** The place of the row, from 1 for the headings, if not all rows are rendered. */
  readonly rowIndex: number | undefined
  readonly onOpen: ((row: Row) => void) | undefined
  readonly renderBelow: ((row: Row) => ReactNode) | undefined
}

export const DataTableRow = <Row,>({ row, columns, rowIndex, onOpen, renderBelow }: Props<Row>) => {
  // Sorting and searching do not render the cells of the rows that stay, if their columns are the same.
  const cells = useMemo(() => columns.map((column) => renderCell(column, row)), [columns, row])
  return (
    <>
      <Table.Tr
        aria-rowindex={rowIndex}
        data-opens={onOpen !== undefined || undefined}
        // The button in a cell is for keyboard and screen reader.
        onClick={({ target }) => {
          if (target instanceof Element && target.closest("a, button, label") === null) onOpen?.(row)
        }}
      >
        {cells}
      </Table.Tr>
      {renderBelow?.(row)}
    </>
  )
}

const renderCell = <Row,>(column: DataColumn<Row>, row: Row) => {
  const { id, heading, cell, title, isEmpty, className, isRowHeading = false, isActions = false } = column
  const attributes = {
    "data-column": id,
    "data-label": heading,
    "data-empty": isEmpty?.(row) === true || undefined,
    title: title?.(row),
    className: isActions ? classes["end"] : className,
  }
  return isRowHeading ? (
    <Table.Th key={id} scope="row" {...attributes}>
      {cell(row)}
    </Table.Th>
  ) : (
    <Table.Td key={id} {...attributes}>
      {cell(row)}
    </Table.Td>
  )
}
