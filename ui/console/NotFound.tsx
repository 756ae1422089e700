// An address that leads nowhere.
import { Button, Text, Title } from "@mantine/core"
import { PageTitle } from "../kit/PageTitle.tsx"
import { useWords } from "../kit/words.tsx"
import classes from "./Alone.module.css"
import { Header } from "./Header.tsx"

export const NotFound = () => {
  const t = useWords()
  return (
    <>
      <PageTitle of="title.not-found" />
      <Header />
      <main id="content" tabIndex={-1} className={classes["alone"]}>
        <Title order={1} size="h2">
          {t("not-found.heading")}
        </Title>
        <Text c="dimmed">{t("not-found.text")}</Text>
        <Button component="a" href="/home" variant="default">
          {t("not-found.home")}
        </Button>
      </main>
    </>
  )
}
