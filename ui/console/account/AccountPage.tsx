// What the two account screens share: heading, and the way from one to the other.
import { Title } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import type { PropsWithChildren } from "react"
import { useWords } from "../../kit/words.tsx"
import { Frame } from "../Frame.tsx"
import buttons from "../HeaderButton.module.css"
import tabs from "../Tabs.module.css"

export const AccountPage = ({ children }: PropsWithChildren) => {
  const t = useWords()
  return (
    <Frame width="form">
      <Title order={1} size="h2">
        {t("account.heading")}
      </Title>
      <nav aria-label={t("account.heading")} className={tabs["tabs"]}>
        <Link to="/account" activeOptions={{ exact: true }} className={buttons["button"]}>
          {t("account.overview")}
        </Link>
        <Link to="/account/authentication" className={buttons["button"]}>
          {t("account.to-authentication")}
        </Link>
      </nav>
      {children}
    </Frame>
  )
}
