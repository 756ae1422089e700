// Search field that filters a list; Enter opens the only match [U9].
import { CloseButton, TextInput } from "@mantine/core"
import { IconSearch } from "@tabler/icons-react"
import { useTranslate } from "./i18n.tsx"

type FilterFieldProps = {
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onEnter?: () => void
  /** Whether it gets the focus when its dialog opens. */
  readonly hasInitialFocus?: boolean
  readonly className?: string | undefined
}

export const FilterField = ({ label, text, onChange, onEnter, hasInitialFocus = false, className }: FilterFieldProps) => {
  const t = useTranslate()
  return (
    <TextInput
      type="search"
      className={className}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      data-autofocus={hasInitialFocus || undefined}
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
