// The toolbar of the styling screen: save status, undo and redo, presets, and saving or continuing.
import { Button, Modal, NativeSelect, Title } from "@mantine/core"
import { IconArrowBackUp, IconArrowForwardUp, IconPalette } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { useState } from "react"
import { listSwatches, type PaletteName, palettes } from "../../../domain/style/style-presets.ts"
import { countUnsavedChanges } from "../../../machines/styling/styling-setup.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { useCommunities } from "../console-services.tsx"
import tools from "../editor/toolbar/EditorToolbar.module.css"
import classes from "./Styling.module.css"
import { setBackgroundColor, useStyling, useStylingState } from "./styling-context.tsx"

const paletteNames = Object.keys(palettes) as ReadonlyArray<PaletteName>

/** Presets to start from: a palette [T14], or another community's style. */
export const StylePresetsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTranslate()
  const actor = useStyling()
  return (
    <Modal opened onClose={onClose} title={t("styling.looks")} closeButtonProps={{ "aria-label": t("close") }}>
      <section className={classes["looks"]} aria-label={t("styling.looks.palettes")}>
        <p className={classes["quiet"]}>{t("styling.looks.text")}</p>
        <ul className={classes["palettes"]}>
          {paletteNames.map((name) => (
            <li key={name}>
              <button
                type="button"
                className={classes["palette"]}
                onClick={() => {
                  actor.send({ type: "palette.pick", palette: name })
                  onClose()
                }}
              >
                <span className={classes["colors"]} aria-hidden="true">
                  {listSwatches(name).map((color) => (
                    <span key={color} ref={setBackgroundColor(color)} />
                  ))}
                </span>
                {t(`styling.palette.${name}`)}
              </button>
            </li>
          ))}
        </ul>
      </section>
      <CopyStyle onClose={onClose} />
    </Modal>
  )
}

const CopyStyle = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTranslate()
  const actor = useStyling()
  const slug = useStylingState((context) => context.slug)
  const communities = useSelector(useCommunities(), ({ context }) => context.communities)
  const others = communities.filter((community) => community.slug !== slug)
  const [fromSlug, setFromSlug] = useState("")
  if (others.length === 0) return null
  return (
    <section className={classes["looks"]} aria-labelledby="styling-take">
      <h3 id="styling-take">{t("styling.take")}</h3>
      <p className={classes["quiet"]}>{t("styling.take.text")}</p>
      <div className={classes["take"]}>
        <NativeSelect
          label={t("styling.take.from")}
          value={fromSlug}
          data={[
            { value: "", label: t("styling.take.choose") },
            ...others.map((community) => ({ value: community.slug, label: community.name })),
          ]}
          onChange={(event) => setFromSlug(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={fromSlug === ""}
          onClick={() => {
            actor.send({ type: "community-style.copy", slug: fromSlug })
            onClose()
          }}
        >
          {t("styling.take.do")}
        </Button>
      </div>
    </section>
  )
}

export const StylingToolbar = () => {
  const t = useTranslate()
  const actor = useStyling()
  const [arePresetsOpen, setPresetsOpen] = useState(false)
  const count = useStylingState(countUnsavedChanges)
  const saving = useStylingState((_, snapshot) => snapshot.hasTag("saving"))
  const canUndo = useStylingState((_, snapshot) => snapshot.can({ type: "edit.undo" }))
  const canRedo = useStylingState((_, snapshot) => snapshot.can({ type: "edit.redo" }))
  const canContinue = useStylingState((_, snapshot) => snapshot.can({ type: "wizard.continue" }))
  const isFirst = useStylingState((context) => context.isFirstSetup)
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
      <div className={classes["actions"]}>
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
          onClick={() => setPresetsOpen(true)}
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
      {arePresetsOpen && <StylePresetsDialog onClose={() => setPresetsOpen(false)} />}
    </div>
  )
}
