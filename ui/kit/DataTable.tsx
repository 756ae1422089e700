// A table in a region that scrolls sideways. On narrow screens, the cells of a row can be stacked.
import { Table } from "@mantine/core"
import { createColumnHelper, getCoreRowModel, useReactTable } from "@tanstack/react-table"
import { type ReactNode, useMemo } from "react"
import classes from "./DataTable.module.css"
import { LoadingPlaceholder } from "./LoadingPlaceholder.tsx"
import "@mantine/core/styles/Table.layer.css"

/** A scrollable region must be reachable by keyboard (WCAG 2.1.1). */
const scrolling = { tabIndex: 0 } as const

export type DataColumn<Row> = {
  readonly id: string
  readonly heading: string
  readonly cell: (row: Row) => ReactNode
  /** Whether the cell of a row is left out when cells are stacked. */
  readonly isEmpty?: (row: Row) => boolean
  readonly className?: string | undefined
  /** A column of buttons: it stays visible when the table scrolls, and only screen readers read its heading. */
  readonly isActions?: boolean
}

type Props<Row> = {
  readonly label: string
  /** The name of the region around the table, if it differs from the label. */
  readonly regionLabel?: string
  readonly columns: ReadonlyArray<DataColumn<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly getRowId: (row: Row) => string
  readonly isLoading?: boolean
  /** The text that replaces a table without rows. */
  readonly empty?: string
  /** Stacks the cells of a row on narrow screens. */
  readonly isStacked?: boolean
  /** Whether the rows are texts rather than figures: tabular figures would space out the hyphens and dots in addresses. */
  readonly hasTexts?: boolean
}

export const DataTable = <Row,>(props: Props<Row>) => {
  const { rows, isLoading = false, empty } = props
  if (isLoading && rows.length === 0) return <LoadingPlaceholder height={240} />
  if (rows.length > 0) return <FilledTable {...props} />
  return empty === undefined ? null : <p className={classes["empty"]}>{empty}</p>
}

const FilledTable = <Row,>({ label, regionLabel = label, columns, rows, getRowId, isStacked = false, hasTexts = false }: Props<Row>) => {
  const helper = createColumnHelper<Row>()
  const data = useMemo(() => [...rows], [rows])
  // oxlint-disable-next-line react/incompatible-library -- the build does not use the React Compiler, which this rule is for
  const table = useReactTable<Row>({
    data,
    columns: columns.map(({ id, heading }) => helper.display({ id, header: heading })),
    getRowId,
    getCoreRowModel: getCoreRowModel(),
    // Without pages there is nothing to reset, and each reset would render again.
    autoResetPageIndex: false,
  })
  const byId = new Map(columns.map((column) => [column.id, column]))
  const getClassName = (column: DataColumn<Row> | undefined) => (column?.isActions === true ? classes["end"] : column?.className)
  return (
    <section className={classes["frame"]} aria-label={regionLabel} {...scrolling}>
      <Table className={classes["table"] ?? ""} aria-label={label} data-stacked={isStacked || undefined} data-texts={hasTexts || undefined}>
        <Table.Thead>
          {table.getHeaderGroups().map(({ id, headers }) => (
            <Table.Tr key={id}>
              {headers.map((header) => {
                const column = byId.get(header.id)
                return (
                  <Table.Th
                    key={header.id}
                    scope="col"
                    data-column={header.id}
                    className={column?.isActions === true ? classes["end"] : undefined}
                  >
                    {column?.isActions === true ? <span className="unseen">{column.heading}</span> : column?.heading}
                  </Table.Th>
                )
              })}
            </Table.Tr>
          ))}
        </Table.Thead>
        <Table.Tbody>
          {table.getRowModel().rows.map((row) => (
            <Table.Tr key={row.id}>
              {row.getVisibleCells().map(({ id, column: { id: columnId } }) => {
                const column = byId.get(columnId)
                return (
                  <Table.Td
                    key={id}
                    data-column={columnId}
                    data-label={column?.heading}
                    data-empty={column?.isEmpty?.(row.original) === true || undefined}
                    className={getClassName(column)}
                  >
                    {/* Called, not rendered as a component: a new function on each render would mount the cell again and lose the focus. */}
                    {column?.cell(row.original)}
                  </Table.Td>
                )
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
