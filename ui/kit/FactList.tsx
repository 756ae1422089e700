// A list of facts: a label and a value each, side by side or one below the other.
import "@mantine/core/styles/DataList.layer.css"
import { DataList, type DataListProps } from "@mantine/core"
import type { ReactNode } from "react"
import classes from "./FactList.module.css"

export type Fact = { readonly label: ReactNode; readonly value: ReactNode }

type Props = Pick<DataListProps, "orientation" | "withDivider" | "gap" | "labelWidth"> & {
  /** A fact whose label is an element needs a key. */
  readonly facts: ReadonlyArray<Fact & { readonly key?: string }>
  /** Whether the values are stored texts, in any language and with line breaks. */
  readonly hasStoredTexts?: boolean
}

export const FactList = ({ facts, hasStoredTexts = false, ...props }: Props) => (
  <DataList gap="0.375rem" {...props} classNames={{ itemLabel: classes["label"] ?? "", itemValue: classes["value"] ?? "" }}>
    {facts.map(({ label, value, key = typeof label === "string" ? label : "" }) => (
      <DataList.Item key={key}>
        <DataList.ItemLabel>{label}</DataList.ItemLabel>
        <DataList.ItemValue {...(hasStoredTexts && { dir: "auto", "data-stored": true })}>{value}</DataList.ItemValue>
      </DataList.Item>
    ))}
  </DataList>
)
