// The header's links for who is not signed in: the sign-in, and the website that the respondents' chats are part of (decisions U14).
import type { Bases } from "../../domain/links/addresses.ts"
import { websiteAddress } from "../../domain/links/website.ts"
import { useWords } from "../kit/words.tsx"
import classes from "./HeaderButton.module.css"

type Props = { readonly bases: Bases; readonly current?: boolean }

export const LoginLink = ({ bases, current = true }: Props) => {
  const t = useWords()
  return (
    <>
      <a href={websiteAddress(bases)} className={classes["button"]}>
        {t("shell.website")}
      </a>
      <a href="/login" className={classes["button"]} aria-current={current ? "page" : undefined}>
        {t("shell.login")}
      </a>
    </>
  )
}
