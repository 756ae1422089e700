// Draws only the visible rows of a long data table, whose frame scrolls.
import { Table } from "@mantine/core"
import { type ComponentType, Fragment, useState } from "react"
import type { RowsProps } from "./DataTable.tsx"
import { RowSpacer, useMeasuredRows } from "./virtual-list.tsx"

/** Returns the component for `Rows` of a DataTable. Rows have `defaultHeight`, in pixels, until they are measured. */
export const createVirtualRows = (defaultHeight: number): ComponentType<RowsProps> => {
  const VirtualRows = ({ tableProps, renderHead, keys, renderRow }: RowsProps) => {
    const [focusedKey, setFocusedKey] = useState<string | null>(null)
    const { watch, measure, shown, gaps } = useMeasuredRows({ keys, defaultHeight, pinnedKey: focusedKey })
    return (
      <Table
        ref={watch}
        aria-rowcount={1 + keys.length}
        {...tableProps}
        // The virtual list corrects the scroll position itself when rows above change height.
        style={{ overflowAnchor: "none" }}
      >
        {renderHead(1)}
        {shown.map(({ index }, n) => {
          const key = keys[index]
          return key === undefined ? null : (
            <Fragment key={key}>
              <RowSpacer height={gaps[n]} />
              <Table.Tbody ref={measure} data-row={index} onFocus={() => setFocusedKey(key)}>
                {renderRow(index, index + 2)}
              </Table.Tbody>
            </Fragment>
          )
        })}
        <RowSpacer height={gaps.at(-1)} />
      </Table>
    )
  }
  return VirtualRows
}
