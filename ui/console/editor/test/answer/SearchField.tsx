// Finds choices among many.
import { useWords } from "../../../../kit/words.tsx"
import classes from "./answer.module.css"

type Props = { readonly placeholder: string | null | undefined; readonly value: string; readonly onSeek: (text: string) => void }

export const SearchField = ({ placeholder, value, onSeek }: Props) => {
  const t = useWords()
  return (
    <input
      type="search"
      className={classes["search"]}
      aria-label={t("talk.search")}
      placeholder={placeholder || t("talk.search")}
      value={value}
      onChange={(event) => onSeek(event.currentTarget.value)}
    />
  )
}
