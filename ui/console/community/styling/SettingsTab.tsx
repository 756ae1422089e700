// What concerns the whole style: how colours are written, every contrast at a glance, and the way back to the defaults.
import { Button } from "@mantine/core"
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react"
import { same } from "../../../../domain/same.ts"
import { inFormat } from "../../../../domain/style/colour.ts"
import { contrastsOf, shownRatio, textsOnImages } from "../../../../domain/style/contrast.ts"
import { Card } from "../../../kit/Card.tsx"
import { useWords } from "../../../kit/words.tsx"
import { Segments } from "../../editor/fields/Segments.tsx"
import { useLabel, useStyled, useStyling } from "./configuring.tsx"
import classes from "./Styling.module.css"

export const SettingsTab = () => {
  const t = useWords()
  const actor = useStyling()
  const format = useStyled((context) => context.format)
  return (
    <>
      <Card title={t("styling.settings.colours")}>
        <div>
          <Segments
            label={t("styling.settings.format")}
            value={format}
            options={[
              ["hexa", t("styling.settings.format.hexa")],
              ["rgba", t("styling.settings.format.rgba")],
            ]}
            onPick={(picked) => actor.send({ type: "format.pick", format: picked })}
          />
        </div>
      </Card>
      <Card title={t("styling.settings.contrast")}>
        <p className={classes["quiet"]}>{t("styling.settings.contrast.text")}</p>
        <Contrasts />
      </Card>
      <Card title={t("styling.settings.defaults")}>
        <p className={classes["quiet"]}>{t("styling.settings.defaults.text")}</p>
        <div>
          <Button variant="default" onClick={() => actor.send({ type: "defaults.restore" })}>
            {t("styling.settings.defaults.do")}
          </Button>
        </div>
      </Card>
    </>
  )
}

const Contrasts = () => {
  const t = useWords()
  const label = useLabel()
  const actor = useStyling()
  const format = useStyled((context) => context.format)
  const contrasts = useStyled(({ style }) => [...contrastsOf("web", style.web), ...contrastsOf("stats", style.stats)], same)
  const onImages = useStyled(({ style }) => textsOnImages("web", style.web), same)
  return (
    <table className={classes["contrasts"]} aria-label={t("styling.settings.contrast")}>
      <thead>
        <tr>
          <th scope="col">{t("styling.settings.contrast.name")}</th>
          <th scope="col">{t("styling.settings.contrast.ratio")}</th>
          <th scope="col">{t("styling.settings.contrast.offered")}</th>
        </tr>
      </thead>
      <tbody>
        {contrasts.map(({ portal, text, ground, ratio, offered }) => (
          <tr key={`${portal} ${text}`} data-low={offered !== null || undefined}>
            <td>
              {label(portal, text)}
              <span className={classes["origin"]}>{label(portal, ground)}</span>
            </td>
            <td>
              {offered === null ? <IconCheck size={16} aria-hidden="true" /> : <IconAlertTriangle size={16} aria-hidden="true" />}{" "}
              {t("styling.settings.contrast.value", { ratio: shownRatio(ratio) })}
            </td>
            <td>
              {offered === null ? (
                t("styling.settings.contrast.enough")
              ) : (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`${label(portal, text)}: ${t("styling.contrast.use", { colour: inFormat(offered, format) })}`}
                  onClick={() => actor.send({ type: "value.set", portal, name: text, value: offered })}
                >
                  {t("styling.contrast.use", { colour: inFormat(offered, format) })}
                </Button>
              )}
            </td>
          </tr>
        ))}
        {onImages.map((text) => (
          <tr key={text}>
            <td>{label("web", text)}</td>
            <td colSpan={2}>{t("styling.contrast.image")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
