// What is said where an address leads to nothing, or to nothing of this person's.
import { Button, Text, Title } from "@mantine/core"
import { useWords } from "../kit/words.tsx"
import classes from "./Alone.module.css"
import { Named } from "./title.tsx"

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
