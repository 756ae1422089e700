// A screen that could not be shown: its code or its data did not come.
import { Button, Text, Title } from "@mantine/core"
import { useWords } from "../kit/words.tsx"
import classes from "./Alone.module.css"
import { Header } from "./Header.tsx"

export const Broken = ({ reset }: { readonly reset: () => void }) => {
  const t = useWords()
  return (
    <>
      <Header />
      <main id="content" tabIndex={-1} className={classes["alone"]} role="alert">
        <Title order={1} size="h2">
          {t("broken.heading")}
        </Title>
        <Text c="dimmed">{t("broken.text")}</Text>
        <Button onClick={reset}>{t("retry")}</Button>
      </main>
    </>
  )
}
