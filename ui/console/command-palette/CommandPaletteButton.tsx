// Opens the command palette: a header button, and Ctrl+K on every screen. The palette is loaded when it is first opened.
import { UnstyledButton } from "@mantine/core"
import { useHotkeys } from "@mantine/hooks"
import { IconSearch } from "@tabler/icons-react"
import { lazy, Suspense, useState } from "react"
import { focusOnMountIfLost } from "../../kit/focus-hooks.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { useConsoleServices } from "../console-services.tsx"
import buttons from "../shell/HeaderButton.module.css"
import classes from "./CommandPaletteButton.module.css"

export const CommandPaletteButton = ({ active }: { readonly active: string | null }) => {
  const t = useTranslate()
  const { loadPaletteMachine } = useConsoleServices()
  /** The element focused before the palette was opened, which gets the focus back; null while closed. */
  const [origin, setOrigin] = useState<Element | null>(null)
  const [Palette] = useState(() =>
    lazy(async () => {
      const [machine, { CommandPalette: Loaded }] = await Promise.all([loadPaletteMachine(), import("./CommandPalette.tsx")])
      return { default: (props: Omit<Parameters<typeof Loaded>[0], "machine">) => <Loaded machine={machine} {...props} /> }
    }),
  )
  // Does nothing while a dialog is open.
  const openPalette = () => document.querySelector("[role=dialog]") === null && setOrigin(document.activeElement)
  const closePalette = () => {
    setOrigin(null)
    requestAnimationFrame(() => origin instanceof HTMLElement && focusOnMountIfLost(origin))
  }
  // Also in fields and rich texts.
  useHotkeys([["mod+K", openPalette]], [], true)
  return (
    <>
      <UnstyledButton
        className={`${buttons["button"]} ${classes["opener"]}`}
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        onClick={openPalette}
      >
        <IconSearch size={18} aria-hidden="true" />
        <span className={classes["label"]}>{t("palette.open")}</span> <kbd className={classes["keys"]}>{t("palette.keys")}</kbd>
      </UnstyledButton>
      {origin !== null && (
        <Suspense fallback={null}>
          <Palette active={active} onClose={closePalette} />
        </Suspense>
      )}
    </>
  )
}
