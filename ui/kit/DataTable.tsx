// A table in a region that scrolls sideways. On narrow screens, the cells of a row can be stacked.
import { Table, VisuallyHidden } from "@mantine/core"
import { getCoreRowModel, getSortedRowModel, type SortingState, useReactTable } from "@tanstack/react-table"
import { type ComponentProps, type ComponentType, type ReactNode, useMemo, useState } from "react"
import { createValueComparison } from "../../domain/text/collation.ts"
import classes from "./DataTable.module.css"
import { DataTableHead } from "./DataTableHead.tsx"
import { DataTableRow } from "./DataTableRow.tsx"
import { type DataColumn, type DataSort, toColumnDefinitions, toSortingState } from "./data-columns.ts"
import { EmptyMessage } from "./EmptyMessage.tsx"
import { useLanguage, useTranslate } from "./i18n.tsx"
import { LoadingPlaceholder } from "./LoadingPlaceholder.tsx"
import { useIsScrollable } from "./scroll-hooks.ts"
import "@mantine/core/styles/Table.layer.css"

/** Draws the table around its rows. */
export type RowsProps = {
  readonly tableProps: ComponentProps<typeof Table>
  /** Renders the headings; `rowIndex` is 1 if not all rows are rendered. */
  readonly renderHead: (rowIndex?: number) => ReactNode
  /** The ids of the rows, in order. */
  readonly keys: ReadonlyArray<string>
  /** Renders a row; `rowIndex` is its place, from 1 for the headings, if not all rows are rendered. */
  readonly renderRow: (index: number, rowIndex?: number) => ReactNode
}

type Props<Row> = {
  readonly label: string
  /** The name of the region around the table, if it differs from the label. */
  readonly regionLabel?: string
  /** The columns. If they are the same array as before, the cells of unchanged rows are not rendered again. */
  readonly columns: ReadonlyArray<DataColumn<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly getRowId: (row: Row) => string
  /** The order at first; without it, the order of `rows`. */
  readonly initialSort?: DataSort
  readonly isLoading?: boolean
  /** What replaces a table without rows; a text becomes the title of an empty message. */
  readonly empty?: ReactNode
  /** Stacks the cells of a row on narrow screens. */
  readonly isStacked?: boolean
  /** Whether the rows are texts rather than figures: tabular figures would space out the hyphens and dots in addresses. */
  readonly hasTexts?: boolean
  /** compact: small print, and the headings stay visible above the rows. plain: without a frame. */
  readonly variant?: "framed" | "compact" | "plain"
  /** The class of the frame. */
  readonly className?: string | undefined
  /** Called on a click in a row, except on its buttons. */
  readonly onOpen?: (row: Row) => void
  /** Renders table rows below a row. */
  readonly renderBelow?: (row: Row) => ReactNode
  /** `VirtualRows` renders only the visible rows. */
  readonly Rows?: ComponentType<RowsProps>
}

export const DataTable = <Row,>(props: Props<Row>) => {
  const { rows, initialSort, isLoading = false, empty = null } = props
  // Kept here, because the table disappears while a search finds nothing.
  const [sorting, setSorting] = useState(toSortingState(initialSort))
  if (isLoading && rows.length === 0) return <LoadingPlaceholder height={240} />
  if (rows.length === 0) return typeof empty === "string" ? <EmptyMessage isFramed title={empty} /> : empty
  return <FilledTable sorting={sorting} onSort={setSorting} {...props} />
}

type FilledTableProps<Row> = Props<Row> & {
  readonly sorting: SortingState
  readonly onSort: (sorting: SortingState) => void
}

const FilledTable = <Row,>(props: FilledTableProps<Row>) => {
  const { label, regionLabel = label, columns, rows, getRowId, sorting, onSort, onOpen, renderBelow } = props
  const { variant = "framed", className = "", isStacked = false, hasTexts = false, Rows = AllRows } = props
  const { language } = useLanguage()
  const { watch, isScrollable } = useIsScrollable()
  const [hasSorted, setHasSorted] = useState(false)
  // New data is sorted again, also if only what the columns sort by has changed.
  const { data, definitions } = useMemo(
    () => ({ data: [...rows], definitions: toColumnDefinitions(columns, createValueComparison(language)) }),
    [rows, columns, language],
  )
  // oxlint-disable-next-line react/incompatible-library -- the build does not use the React Compiler, which this rule is for
  const table = useReactTable<Row>({
    data,
    columns: definitions,
    getRowId,
    state: { sorting },
    onSortingChange: (change) => onSort(typeof change === "function" ? change(sorting) : change),
    enableSortingRemoval: false,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    // Without pages there is nothing to reset, and each reset would render again.
    autoResetPageIndex: false,
  })
  const sortBy = (column: string, button: HTMLElement) => {
    table.getColumn(column)?.toggleSorting()
    setHasSorted(true)
    // A new order starts at the top.
    button.closest("section")?.scrollTo({ top: 0 })
  }
  const { rows: sortedRows } = table.getRowModel()
  return (
    <section
      ref={watch}
      className={`${classes["frame"] ?? ""} ${className}`}
      data-variant={variant}
      aria-label={regionLabel}
      // A scrollable region must be reachable by keyboard (WCAG 2.1.1).
      {...(isScrollable && { tabIndex: 0 })}
    >
      <Rows
        tableProps={{
          className: classes["table"] ?? "",
          "aria-label": label,
          ...(isStacked && { "data-stacked": true }),
          ...(hasTexts && { "data-texts": true }),
        }}
        renderHead={(rowIndex) => (
          <DataTableHead
            columns={columns}
            rowIndex={rowIndex}
            isCompact={variant === "compact"}
            getDirection={(column) => table.getColumn(column)?.getIsSorted() ?? false}
            onSort={sortBy}
          />
        )}
        keys={sortedRows.map(({ id }) => id)}
        renderRow={(index, rowIndex) => {
          const row = sortedRows[index]
          return (
            row !== undefined && (
              <DataTableRow
                key={row.id}
                row={row.original}
                columns={columns}
                rowIndex={rowIndex}
                onOpen={onOpen}
                renderBelow={renderBelow}
              />
            )
          )
        }}
      />
      <SortAnnouncement columns={columns} sorting={hasSorted ? sorting : []} />
    </section>
  )
}

const AllRows = ({ tableProps, renderHead, keys, renderRow }: RowsProps) => (
  <Table {...tableProps}>
    {renderHead()}
    <Table.Tbody>{keys.map((_, index) => renderRow(index))}</Table.Tbody>
  </Table>
)

type AnnouncementProps = {
  readonly columns: ReadonlyArray<{ readonly id: string; readonly heading: string }>
  readonly sorting: SortingState
}

/** Tells screen readers the new order: not all of them announce a change of `aria-sort`. */
const SortAnnouncement = ({ columns, sorting: [sort] }: AnnouncementProps) => {
  const t = useTranslate()
  const column = columns.find(({ id }) => id === sort?.id)
  return (
    <VisuallyHidden component="output">
      {sort !== undefined && column !== undefined && t(`table.sorted.${sort.desc ? "desc" : "asc"}`, { column: column.heading })}
    </VisuallyHidden>
  )
}
