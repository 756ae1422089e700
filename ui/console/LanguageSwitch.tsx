// Changes the language of the interface. Each language is named in itself.
import { UnstyledButton } from "@mantine/core"
import { IconWorld } from "@tabler/icons-react"
import type { InterfaceLanguage } from "../../domain/catalogue/catalogue.ts"
import { useLanguage } from "../kit/words.tsx"
import classes from "./HeaderButton.module.css"

const names = { en: "English", nl: "Nederlands" } as const satisfies Record<InterfaceLanguage, string>
const other = { en: "nl", nl: "en" } as const satisfies Record<InterfaceLanguage, InterfaceLanguage>

export const LanguageSwitch = () => {
  const { language, choose } = useLanguage()
  const next = other[language]
  return (
    <UnstyledButton
      className={classes["button"]}
      lang={next}
      aria-label={names[next]}
      title={names[next]}
      onClick={() => void choose(next)}
    >
      <IconWorld size={18} aria-hidden="true" />
      <span className={classes["wide"]}>{names[next]}</span>
    </UnstyledButton>
  )
}
