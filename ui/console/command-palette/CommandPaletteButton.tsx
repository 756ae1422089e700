// The way into the command palette: a button of the header, and Ctrl+K anywhere. The palette itself is fetched when it is first opened.
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
  /** What had the focus when it was opened, and gets it back; null: it is not open. */
  const [origin, setOrigin] = useState<Element | null>(null)
  const [Palette] = useState(() =>
    lazy(async () => {
      const [machine, { CommandPalette: Loaded }] = await Promise.all([loadPaletteMachine(), import("./CommandPalette.tsx")])
      return { default: (props: Omit<Parameters<typeof Loaded>[0], "machine">) => <Loaded machine={machine} {...props} /> }
    }),
  )
  // What is open over the page is finished first.
  const open = () => document.querySelector("[role=dialog]") === null && setOrigin(document.activeElement)
  const close = () => {
    setOrigin(null)
    requestAnimationFrame(() => origin instanceof HTMLElement && focusOnMountIfLost(origin))
  }
  // In fields and rich texts, too.
  useHotkeys([["mod+K", open]], [], true)
  return (
    <>
      <UnstyledButton
        className={`${buttons["button"]} ${classes["opener"]}`}
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        onClick={open}
      >
        <IconSearch size={18} aria-hidden="true" />
        <span className={classes["label"]}>{t("palette.open")}</span> <kbd className={classes["keys"]}>{t("palette.keys")}</kbd>
      </UnstyledButton>
      {origin !== null && (
        <Suspense fallback={null}>
          <Palette active={active} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
