// One section of a tab: its keys, what is warned about, and the eye that has the preview show it.
import { IconEye } from "@tabler/icons-react"
import { useId } from "react"
import { same } from "../../../../domain/same.ts"
import { deprecatedKeys, offeredKeys } from "../../../../domain/style/offered-keys.ts"
import { portalOf, type Scenario, type Section, sections } from "../../../../domain/style/sections.ts"
import { styleWarnings, warningsIn } from "../../../../domain/style/warnings.ts"
import { Notice } from "../../../kit/Notice.tsx"
import { useWords } from "../../../kit/words.tsx"
import { useStyled, useStyling } from "./configuring.tsx"
import { Field } from "./fields/Field.tsx"
import { Shapes } from "./fields/Shapes.tsx"
import classes from "./Styling.module.css"

type Props = { readonly section: Section; readonly onShow: () => void }

export const SectionCard = ({ section, onShow }: Props) => {
  const t = useWords()
  const id = useId()
  const is: { readonly tab: (typeof sections)[Section]["tab"]; readonly scenario: Scenario; readonly also?: Scenario } = sections[section]
  const portal = portalOf(is.tab)
  const names = useStyled(({ style }) => offeredKeys(portal, section, style[portal]), same)
  const warnings = useStyled(({ style }) => warningsIn(section, style.web), same)
  const heading = t(`styling.section.${section}`)
  return (
    <section className={classes["card"]} aria-labelledby={id}>
      <div className={classes["head"]}>
        <h2 id={id}>{heading}</h2>
        <Eye scenario={is.scenario} text={t("styling.show", { what: heading })} onShow={onShow} />
        {is.also !== undefined && (
          <Eye scenario={is.also} text={t("styling.show", { what: t(`styling.scenario.${is.also}`) })} label onShow={onShow} />
        )}
      </div>
      {warnings.map((warning) => (
        <Notice key={warning} tone={styleWarnings[warning] === "danger" ? "bad" : "warning"}>
          <p>{t(`style.warning.${warning}`)}</p>
        </Notice>
      ))}
      {section === "shape" && <Shapes />}
      {section === "choices" && <Deprecated />}
      <div className={classes["fields"]}>
        {names.map((name) => (
          <Field key={name} portal={portal} name={name} />
        ))}
      </div>
    </section>
  )
}

type EyeProps = {
  readonly scenario: Scenario
  readonly text: string
  /** Whether what it shows is written beside it. */
  readonly label?: boolean
  readonly onShow: () => void
}

const Eye = ({ scenario, text, label = false, onShow }: EyeProps) => {
  const t = useWords()
  const actor = useStyling()
  const shown = useStyled((context) => context.scenario === scenario)
  return (
    <button
      type="button"
      className={classes["eye"]}
      aria-label={text}
      aria-pressed={shown}
      title={text}
      onClick={() => {
        actor.send({ type: "scenario.show", scenario })
        onShow()
      }}
    >
      <IconEye size={18} aria-hidden="true" />
      {label && <span>{t(`styling.scenario.${scenario}`)}</span>}
    </button>
  )
}

const Deprecated = () => {
  const t = useWords()
  const names = useStyled(({ style }) => deprecatedKeys(style.web), same)
  if (names.length === 0) return null
  return (
    <Notice tone="quiet">
      <p>{t("styling.deprecated", { names: names.join(", ") })}</p>
    </Notice>
  )
}
