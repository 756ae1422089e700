// A screen that could not be shown: its code or its data did not come. Another try begins anew, with the code that the server has now.
import { Button, Loader, Text, Title } from "@mantine/core"
import { useTranslate } from "../../kit/i18n.tsx"
import { ConsoleHeader } from "./ConsoleHeader.tsx"
import classes from "./StatusPages.module.css"

export const ErrorPage = () => {
  const t = useTranslate()
  return (
    <>
      <ConsoleHeader />
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

// What shows until it is known who is using the console, if that takes longer than the blink of an eye.

export const LoadingPage = () => {
  const t = useTranslate()
  return (
    <output className={classes["waiting"]} aria-label={t("shell.loading")}>
      <Loader />
    </output>
  )
}
