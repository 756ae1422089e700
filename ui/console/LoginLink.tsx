// The header's link for who is not signed in.
import { useWords } from "../kit/words.tsx"
import classes from "./HeaderButton.module.css"

export const LoginLink = ({ current = true }: { readonly current?: boolean }) => {
  const t = useWords()
  return (
    <a href="/login" className={classes["button"]} aria-current={current ? "page" : undefined}>
      {t("shell.login")}
    </a>
  )
}
