// Pages shown in place of a screen that failed to load, or that is still loading.
import { Button, Loader, Text, Title } from "@mantine/core"
import { useTranslate } from "../../kit/i18n.tsx"
import { ConsoleHeader } from "./ConsoleHeader.tsx"
import classes from "./StatusPages.module.css"

/** Shown when the code or data of a screen failed to load. Retry reloads the page, so that the code matches the server. */
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

/** Shown until it is known who is signed in; appears with a short delay. */
export const LoadingPage = () => {
  const t = useTranslate()
  return (
    <output className={classes["waiting"]} aria-label={t("shell.loading")}>
      <Loader />
    </output>
  )
}
