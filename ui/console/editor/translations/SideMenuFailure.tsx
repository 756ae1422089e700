// [I10] Says that the side menu could not be loaded, so that its translations are unknown, and loads it again on request.
import { Button } from "@mantine/core"
import { useTranslate } from "../../../kit/i18n.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { useEditor, useEditorState } from "../editor-context.tsx"
import { sidePaneHeadingId } from "../SidePane.tsx"
import classes from "./TranslationsPane.module.css"

export const SideMenuFailure = () => {
  const t = useTranslate()
  const actor = useEditor()
  const isUnavailable = useEditorState((_, snapshot) => snapshot.matches({ open: { sideMenu: "unavailable" } }))
  if (!isUnavailable) return null
  const retry = () => {
    // The button disappears while the side menu is loading.
    document.getElementById(sidePaneHeadingId)?.focus({ preventScroll: true })
    actor.send({ type: "side-menu.retry" })
  }
  return (
    <div className={classes["failure"]}>
      <Notice tone="warning">
        <p>{t("editor.translations.menu.failed")}</p>
      </Notice>
      <Button size="xs" variant="default" onClick={retry}>
        {t("retry")}
      </Button>
    </div>
  )
}
