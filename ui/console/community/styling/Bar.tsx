// Above the controls: what is saved, undo and redo, ready-made looks, and the one way on: Continue in the wizard, else Save changes.
import { Button, Title } from "@mantine/core"
import { IconArrowBackUp, IconArrowForwardUp, IconPalette } from "@tabler/icons-react"
import { useState } from "react"
import { unsavedCount } from "../../../../machines/styling/setup.ts"
import { useWords } from "../../../kit/words.tsx"
import tools from "../../editor/Bar.module.css"
import { useStyled, useStyling } from "./configuring.tsx"
import { Looks } from "./Looks.tsx"
import classes from "./Styling.module.css"

export const Bar = () => {
  const t = useWords()
  const actor = useStyling()
  const [looks, showLooks] = useState(false)
  const count = useStyled(unsavedCount)
  const saving = useStyled((_, snapshot) => snapshot.hasTag("saving"))
  const canUndo = useStyled((_, snapshot) => snapshot.can({ type: "edit.undo" }))
  const canRedo = useStyled((_, snapshot) => snapshot.can({ type: "edit.redo" }))
  const canContinue = useStyled((_, snapshot) => snapshot.can({ type: "wizard.continue" }))
  const isFirst = useStyled((context) => context.isFirst)
  return (
    <div className={classes["bar"]}>
      <div className={classes["about"]}>
        <Title order={1} size="h2">
          {t("styling.heading")}
        </Title>
        <output className={classes["state"]}>
          {saving ? t("styling.saving") : count > 0 ? t("styling.unsaved", { count }) : !isFirst && t("styling.saved")}
        </output>
      </div>
      <div className={classes["deeds"]}>
        <button
          type="button"
          className={tools["tool"]}
          aria-label={t("styling.undo")}
          title={t("styling.undo")}
          disabled={!canUndo}
          onClick={() => actor.send({ type: "edit.undo" })}
        >
          <IconArrowBackUp size={18} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={tools["tool"]}
          aria-label={t("styling.redo")}
          title={t("styling.redo")}
          disabled={!canRedo}
          onClick={() => actor.send({ type: "edit.redo" })}
        >
          <IconArrowForwardUp size={18} aria-hidden="true" />
        </button>
        <Button
          variant="default"
          className={classes["looks-button"] ?? ""}
          aria-label={t("styling.looks")}
          leftSection={<IconPalette size={18} aria-hidden="true" />}
          onClick={() => showLooks(true)}
        >
          <span className={classes["looks-name"]}>{t("styling.looks")}</span>
        </Button>
        <Button
          variant={canContinue ? "default" : "filled"}
          loading={saving}
          disabled={count === 0 && !isFirst && !saving}
          onClick={() => actor.send({ type: "style.save" })}
        >
          {t("styling.save")}
        </Button>
        {canContinue && <Button onClick={() => actor.send({ type: "wizard.continue" })}>{t("continue")}</Button>}
      </div>
      {looks && <Looks onClose={() => showLooks(false)} />}
    </div>
  )
}
