// What is said where an address leads to nothing, or to nothing of this person's.
import { Button, Text, Title } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { useWords } from "../../kit/i18n.tsx"
import { useWired } from "../console-services.tsx"
import { AccountMenu } from "./AccountMenu.tsx"
import { Header, LoginLink } from "./ConsoleHeader.tsx"
import { Named } from "./RootLayout.tsx"
import classes from "./StatusPages.module.css"

export const NothingHere = () => {
  const t = useWords()
  return (
    <main id="content" tabIndex={-1} className={classes["alone"]}>
      <Named of="title.not-found" />
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

// The header where no screen is: it still says who is signed in, or offers to sign in (spec/1-console §2 "App shell").

export const PlainHeader = () => {
  const { session, bases } = useWired()
  const isInside = useSelector(session, (state) => state.hasTag("inside"))
  return <Header end={isInside ? <AccountMenu community={null} /> : <LoginLink bases={bases} current={false} />} />
}

// An address that leads nowhere.

export const NotFound = () => (
  <>
    <PlainHeader />
    <NothingHere />
  </>
)
