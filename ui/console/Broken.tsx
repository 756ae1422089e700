// A screen that could not be shown: its code or its data did not come. Another try begins anew, with the code that the server has now.
import { Button, Text, Title } from "@mantine/core"
import { useWords } from "../kit/words.tsx"
import classes from "./Alone.module.css"
import { Header } from "./Header.tsx"

export const Broken = () => {
  const t = useWords()
  return (
    <>
      <Header />
      <main id="content" tabIndex={-1}>
        <div role="alert" className={classes["alone"]}>
          <Title order={1} size="h2">
            {t("broken.heading")}
          </Title>
          <Text c="dimmed">{t("broken.text")}</Text>
          <Button onClick={() => window.location.reload()}>{t("retry")}</Button>
        </div>
      </main>
    </>
  )
}
