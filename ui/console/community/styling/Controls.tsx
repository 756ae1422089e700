// The tabs, and in each its sections (spec/3-community §2 "Styling screen").
import "@mantine/core/styles/Tabs.layer.css"
import { Tabs } from "@mantine/core"
import { hardToRead } from "../../../../domain/style/contrast.ts"
import { sectionsOf, type Tab, tabs } from "../../../../domain/style/sections.ts"
import { useWords } from "../../../kit/words.tsx"
import { useStyled, useStyling } from "./configuring.tsx"
import { FileTab } from "./FileTab.tsx"
import { SectionCard } from "./SectionCard.tsx"
import { SettingsTab } from "./SettingsTab.tsx"
import classes from "./Styling.module.css"

type Props = {
  /** The preview was asked to show something else. */
  readonly onShow: () => void
}

export const Controls = ({ onShow }: Props) => {
  const t = useWords()
  const actor = useStyling()
  const tab = useStyled((context) => context.tab)
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(value) => {
        const to = tabs.find((one) => one === value)
        if (to !== undefined) actor.send({ type: "tab.pick", tab: to })
      }}
    >
      <Tabs.List aria-label={t("styling.tabs")} className={classes["tabs"] ?? ""}>
        {tabs.map((one) => (
          <Tabs.Tab key={one} value={one} rightSection={<HardToRead tab={one} />}>
            {t(`styling.tab.${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((one) => (
        <Tabs.Panel key={one} value={one} className={classes["panel"] ?? ""}>
          {sectionsOf(one).map((section) => (
            <SectionCard key={section} section={section} onShow={onShow} />
          ))}
          {one === "import-export" && <FileTab />}
          {one === "settings" && <SettingsTab />}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** How many texts of a tab cannot be read well; each says so itself where it is set. */
const HardToRead = ({ tab }: { readonly tab: Tab }) => {
  const t = useWords()
  const count = useStyled(({ style }) => hardToRead(style, tab).length)
  if (count === 0) return null
  return (
    <span className={classes["low-count"]} title={t("styling.tab.hard-to-read", { count })} aria-hidden="true">
      {count}
    </span>
  )
}
