// A field that narrows a list down; Enter takes the one that is left.
import { CloseButton, TextInput } from "@mantine/core"
import { IconSearch } from "@tabler/icons-react"
import { useTranslate } from "./i18n.tsx"

type Props = {
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onEnter?: () => void
  /** Whether it takes the focus of the dialog it opens with. */
  readonly first?: boolean
  readonly className?: string | undefined
}

export const FilterField = ({ label, text, onChange, onEnter, first = false, className }: Props) => {
  const t = useTranslate()
  return (
    <TextInput
      type="search"
      className={className}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      data-autofocus={first || undefined}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      rightSection={text === "" ? null : <CloseButton aria-label={t("search.clear")} onClick={() => onChange("")} />}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") onEnter?.()
      }}
    />
  )
}
