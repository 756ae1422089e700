// Page for addresses that lead to nothing, or to something this user may not see.
import { Button, Text, Title } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { useTranslate } from "../../kit/i18n.tsx"
import { useConsoleServices } from "../console-services.tsx"
import { AccountMenu } from "./AccountMenu.tsx"
import { ConsoleHeader, SignedOutLinks } from "./ConsoleHeader.tsx"
import { PageTitleOverride } from "./RootLayout.tsx"
import classes from "./StatusPages.module.css"

export const NotFoundMessage = () => {
  const t = useTranslate()
  return (
    <main id="content" tabIndex={-1} className={classes["alone"]}>
      <PageTitleOverride titleKey="title.not-found" />
      <Title order={1} size="h2">
        {t("not-found.heading")}
      </Title>
      <Text c="dimmed">{t("not-found.text")}</Text>
      <Button component="a" href="/home" variant="default">
        {t("not-found.home")}
      </Button>
    </main>
  )
}

/** Shows the account menu, or the links for signed-out visitors. */
export const NotFoundHeader = () => {
  const { session, bases } = useConsoleServices()
  const isInside = useSelector(session, (state) => state.hasTag("authenticated"))
  return <ConsoleHeader end={isInside ? <AccountMenu community={null} /> : <SignedOutLinks bases={bases} current={false} />} />
}

export const NotFoundPage = () => (
  <>
    <NotFoundHeader />
    <NotFoundMessage />
  </>
)
