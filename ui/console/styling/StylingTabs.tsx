// The tabs of the styling screen: the sections of keys, import and export, and the settings of the whole style.

import { Button, Tabs } from "@mantine/core"
import { IconAlertTriangle, IconCheck, IconFileExport, IconFileImport } from "@tabler/icons-react"
import { deepEqual } from "../../../domain/json/json-value.ts"
import { formatColor } from "../../../domain/style/color.ts"
import { floorRatio, listLowContrasts, listTextsOnImages, measureContrasts } from "../../../domain/style/style-contrast.ts"
import { type Tab, tabs } from "../../../domain/style/style-keys.ts"
import { Card } from "../../kit/Card.tsx"
import { DataTable } from "../../kit/DataTable.tsx"
import type { DataColumn } from "../../kit/data-columns.ts"
import { FileDropArea } from "../../kit/FileDropArea.tsx"
import { FileButton, toPickedFiles } from "../../kit/FileInput.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import { SegmentedField } from "../../kit/SegmentedField.tsx"
import classes from "./Styling.module.css"
import { useStyleKeyLabel, useStyling, useStylingState } from "./styling-context.tsx"
import "@mantine/core/styles/Tabs.layer.css"
import { listSections } from "../../../domain/style/style-sections.ts"
import { StyleSection } from "./StyleSection.tsx"

export const SettingsTab = () => {
  const t = useTranslate()
  const actor = useStyling()
  const format = useStylingState((context) => context.format)
  return (
    <>
      <Card title={t("styling.settings.colors")}>
        <div>
          <SegmentedField
            label={t("styling.settings.format")}
            value={format}
            options={[
              ["hexa", t("styling.settings.format.hexa")],
              ["rgba", t("styling.settings.format.rgba")],
            ]}
            onPick={(picked) => actor.send({ type: "format.pick", format: picked })}
          />
        </div>
      </Card>
      <Card title={t("styling.settings.contrast")}>
        <p className={classes["quiet"]}>{t("styling.settings.contrast.text")}</p>
        <Contrasts />
      </Card>
      <Card title={t("styling.settings.defaults")}>
        <p className={classes["quiet"]}>{t("styling.settings.defaults.text")}</p>
        <div>
          <Button variant="default" onClick={() => actor.send({ type: "defaults.restore" })}>
            {t("styling.settings.defaults.do")}
          </Button>
        </div>
      </Card>
    </>
  )
}

/** A text on a color, or a text of the chat that is on an image. */
type ContrastRow =
  | ReturnType<typeof measureContrasts>[number]
  | { readonly portal: "web"; readonly textKey: ReturnType<typeof listTextsOnImages>[number] }

const Contrasts = () => {
  const t = useTranslate()
  const label = useStyleKeyLabel()
  const actor = useStyling()
  const format = useStylingState((context) => context.format)
  const rows: ReadonlyArray<ContrastRow> = useStylingState(
    ({ style }) => [
      ...measureContrasts("web", style.web),
      ...measureContrasts("stats", style.stats),
      ...listTextsOnImages("web", style.web).map((textKey) => ({ portal: "web" as const, textKey })),
    ],
    deepEqual,
  )
  const columns: ReadonlyArray<DataColumn<ContrastRow>> = [
    {
      id: "name",
      heading: t("styling.settings.contrast.name"),
      cell: (row) => (
        <>
          {label(row.portal, row.textKey)}
          {"ratio" in row && <span className={classes["origin"]}>{label(row.portal, row.backgroundKey)}</span>}
        </>
      ),
    },
    {
      id: "ratio",
      heading: t("styling.settings.contrast.ratio"),
      cell: (row) => {
        if (!("ratio" in row)) return "–"
        const isLow = row.suggestedColor !== null
        const Icon = isLow ? IconAlertTriangle : IconCheck
        return (
          <span className={classes["ratio"]} data-low={isLow || undefined}>
            <Icon size={16} aria-hidden="true" /> {t("styling.settings.contrast.value", { ratio: floorRatio(row.ratio) })}
          </span>
        )
      },
    },
    {
      id: "offered",
      heading: t("styling.settings.contrast.offered"),
      cell: (row) => {
        if (!("ratio" in row)) return t("styling.contrast.image")
        const { portal, textKey, suggestedColor } = row
        if (suggestedColor === null) return t("styling.settings.contrast.enough")
        const use = t("styling.contrast.use", { color: formatColor(suggestedColor, format) })
        return (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`${label(portal, textKey)}: ${use}`}
            onClick={() => actor.send({ type: "value.set", portal, name: textKey, value: suggestedColor })}
          >
            {use}
          </Button>
        )
      },
    },
  ]
  return (
    <DataTable
      label={t("styling.settings.contrast")}
      columns={columns}
      rows={rows}
      getRowId={(row) => `${row.portal} ${row.textKey} ${"ratio" in row ? "color" : "image"}`}
      variant="plain"
      className={classes["contrasts"]}
    />
  )
}

export const ImportExportTab = () => {
  const t = useTranslate()
  const actor = useStyling()
  const importing = useStylingState((_, snapshot) => snapshot.hasTag("importing"))
  const exporting = useStylingState((_, snapshot) => snapshot.hasTag("exporting"))
  const importFiles = (files: ReadonlyArray<File>) => actor.send({ type: "file.import", files: toPickedFiles(files) })
  return (
    <>
      <Card title={t("styling.import.heading")}>
        <p className={classes["quiet"]}>{t("styling.import.text")}</p>
        <FileDropArea className={classes["drop"]} onDrop={importFiles}>
          <FileButton
            label={t("styling.import")}
            accept=".json,application/json"
            icon={<IconFileImport size={18} aria-hidden="true" />}
            busy={importing}
            several
            onPick={importFiles}
          />
        </FileDropArea>
      </Card>
      <Card title={t("styling.export.heading")}>
        <p className={classes["quiet"]}>{t("styling.export.text")}</p>
        <div>
          <Button
            variant="default"
            loading={exporting}
            leftSection={<IconFileExport size={18} aria-hidden="true" />}
            onClick={() => actor.send({ type: "file.export" })}
          >
            {t("styling.export")}
          </Button>
        </div>
      </Card>
    </>
  )
}

type Props = {
  /** Called when the author asks the preview to show something. */
  readonly onShow: () => void
}

export const StylingTabs = ({ onShow }: Props) => {
  const t = useTranslate()
  const actor = useStyling()
  const tab = useStylingState((context) => context.tab)
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(value) => {
        const picked = tabs.find((name) => name === value)
        if (picked !== undefined) actor.send({ type: "tab.pick", tab: picked })
      }}
    >
      <Tabs.List aria-label={t("styling.tabs")} className={classes["tabs"] ?? ""}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name} rightSection={<LowContrastCount tab={name} />}>
            {t(`styling.tab.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((name) => (
        <Tabs.Panel key={name} value={name} className={classes["panel"] ?? ""}>
          {listSections(name).map((section) => (
            <StyleSection key={section} section={section} onShow={onShow} />
          ))}
          {name === "import-export" && <ImportExportTab />}
          {name === "settings" && <SettingsTab />}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** The number of texts in a tab with too little contrast; their fields explain the problem [T13]. */
const LowContrastCount = ({ tab }: { readonly tab: Tab }) => {
  const t = useTranslate()
  const count = useStylingState(({ style }) => listLowContrasts(style, tab).length)
  if (count === 0) return null
  return (
    <span className={classes["low-count"]} title={t("styling.tab.hard-to-read", { count })} aria-hidden="true">
      {count}
    </span>
  )
}
