// Light or dark colours; at first as the system has it, then as chosen.
import { UnstyledButton, useComputedColorScheme, useMantineColorScheme } from "@mantine/core"
import { IconMoon, IconSun } from "@tabler/icons-react"
import { useWords } from "../kit/words.tsx"
import classes from "./HeaderButton.module.css"

export const SchemeSwitch = () => {
  const t = useWords()
  const { setColorScheme } = useMantineColorScheme()
  const next = useComputedColorScheme("light") === "dark" ? "light" : "dark"
  const Icon = next === "dark" ? IconMoon : IconSun
  return (
    <UnstyledButton
      className={classes["button"]}
      aria-label={t(`shell.scheme.${next}`)}
      title={t(`shell.scheme.${next}`)}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={18} aria-hidden="true" />
    </UnstyledButton>
  )
}
