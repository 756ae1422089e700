// One section of a styling tab: its keys, its warnings, and the button that shows it in the preview.
import { NativeSelect, TextInput } from "@mantine/core"
import { IconAlertTriangle, IconEye } from "@tabler/icons-react"
import { useId, useState } from "react"
import { maxLinkTextLength } from "../../../domain/communities/side-menu.ts"
import { deepEqual } from "../../../domain/json/json-value.ts"
import { countUntranslatedLinks, getLinkTranslationKey, listEditableLinks } from "../../../domain/style/side-menu-links.ts"
import {
  type Scenario,
  type Section,
  type StyledPage,
  type StyleKey,
  type StyleKeyTable,
  sections,
  styleTables,
} from "../../../domain/style/style-keys.ts"
import { findMessageShape, type MessageShape, messageShapes } from "../../../domain/style/style-presets.ts"
import {
  findSectionWarnings,
  getTabPage,
  listDeprecatedKeys,
  listOfferedKeys,
  styleWarnings,
} from "../../../domain/style/style-sections.ts"
import { getTextDirection, languages } from "../../../domain/text/language.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { ColorField } from "./ColorField.tsx"
import { FontFamilyField, SizeChoiceField, StyleToggleField } from "./StyleChoiceField.tsx"
import { StyleTextField } from "./StyleTextField.tsx"
import { FontFileField, ImageField } from "./StyleUploadField.tsx"
import classes from "./Styling.module.css"
import { useStyling, useStylingState } from "./styling-context.tsx"

type FieldProps = { readonly portal: StyledPage; readonly name: string }

/** [T1] The control of a key, chosen by its kind in the key table. */
export const StyleField = ({ portal, name }: FieldProps) => {
  const table: StyleKeyTable = styleTables[portal]
  const key = table[name]
  return key === undefined ? null : <FieldOfKind portal={portal} name={name} styleKey={key} />
}

const FieldOfKind = ({ portal, name, styleKey }: FieldProps & { readonly styleKey: StyleKey }) => {
  switch (styleKey.kind) {
    case "color":
      return <ColorField portal={portal} name={name} />
    case "size":
      return styleKey.oneOf === undefined ? (
        <StyleTextField portal={portal} name={name} styleKey={styleKey} />
      ) : (
        <SizeChoiceField portal={portal} name={name} options={styleKey.oneOf} />
      )
    case "toggle":
      return <StyleToggleField name={name} />
    case "text":
      return <StyleTextField portal={portal} name={name} styleKey={styleKey} />
    case "image":
      return <ImageField name={name} />
    case "font":
      return styleKey.form === "family" ? <FontFamilyField name={name} /> : <FontFileField />
  }
}

const shapes = Object.keys(messageShapes) as ReadonlyArray<MessageShape>

/** [T7] The message shapes as pictures; none is selected if corners and padding match no shape. */
export const MessageShapeField = () => {
  const t = useTranslate()
  const group = useId()
  const actor = useStyling()
  const picked = useStylingState(({ style }) => findMessageShape(style.web))
  return (
    <>
      <fieldset className={classes["shapes"]}>
        <legend>{t("styling.shape")}</legend>
        {shapes.map((shape) => (
          <label key={shape} className={classes["shape"]}>
            <input type="radio" name={group} checked={shape === picked} onChange={() => actor.send({ type: "shape.pick", shape })} />
            <span className={classes["bubble"]} data-shape={shape} aria-hidden="true" />
            <span>{t(`styling.shape.${shape}`)}</span>
          </label>
        ))}
      </fieldset>
      <p role="alert" className={classes["shape-message"]}>
        {picked === undefined && (
          <>
            <IconAlertTriangle size={14} aria-hidden="true" /> {t("styling.shape.none")}
          </>
        )}
      </p>
    </>
  )
}

type Props = { readonly section: Section; readonly onShow: () => void }

export const StyleSection = ({ section, onShow }: Props) => {
  const t = useTranslate()
  const id = useId()
  const definition: { readonly tab: (typeof sections)[Section]["tab"]; readonly scenario: Scenario; readonly also?: Scenario } =
    sections[section]
  const portal = getTabPage(definition.tab)
  const names = useStylingState(({ style }) => listOfferedKeys(portal, section, style[portal]), deepEqual)
  const warnings = useStylingState(({ style }) => findSectionWarnings(section, style.web), deepEqual)
  const heading = t(`styling.section.${section}`)
  return (
    <section className={classes["card"]} aria-labelledby={id}>
      <div className={classes["head"]}>
        <h2 id={id}>{heading}</h2>
        <ShowButton scenario={definition.scenario} text={t("styling.show", { what: heading })} onShow={onShow} />
        {definition.also !== undefined && (
          <ShowButton
            scenario={definition.also}
            text={t("styling.show", { what: t(`styling.scenario.${definition.also}`) })}
            label
            onShow={onShow}
          />
        )}
      </div>
      {warnings.map((warning) => (
        <Notice key={warning} tone={styleWarnings[warning] === "danger" ? "bad" : "warning"}>
          <p>{t(`style.warning.${warning}`)}</p>
        </Notice>
      ))}
      {section === "shape" && <MessageShapeField />}
      {section === "choices" && <Deprecated />}
      <div className={`compact ${classes["fields"]}`}>
        {names.map((name) => (
          <StyleField key={name} portal={portal} name={name} />
        ))}
      </div>
      {section === "sidemenu" && <LinkTranslations />}
    </section>
  )
}

type ShowButtonProps = {
  readonly scenario: Scenario
  readonly text: string
  /** Whether the name of the scenario is shown beside the icon. */
  readonly label?: boolean
  readonly onShow: () => void
}

const ShowButton = ({ scenario, text, label = false, onShow }: ShowButtonProps) => {
  const t = useTranslate()
  const actor = useStyling()
  const isShown = useStylingState((context) => context.scenario === scenario)
  return (
    <button
      type="button"
      className={classes["eye"]}
      aria-label={text}
      aria-pressed={isShown}
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
  const t = useTranslate()
  const names = useStylingState(({ style }) => listDeprecatedKeys(style.web), deepEqual)
  if (names.length === 0) return null
  return (
    <Notice tone="quiet">
      <p>{t("styling.deprecated", { names: names.join(", ") })}</p>
    </Notice>
  )
}

/** [I10] The texts of the side menu's links in other languages. A link has its field before it has a text, so that typing the text moves nothing. */
const LinkTranslations = () => {
  const t = useTranslate()
  const actor = useStyling()
  const links = useStylingState(({ style }) => listEditableLinks(style.web), deepEqual)
  const sheet = useStylingState(({ style }) => style.web)
  const [locale, setLocale] = useState<(typeof languages)[number]>("en")
  if (links.length === 0) return null
  const writtenCount = links.filter(({ content }) => content !== "").length
  const missingCount = countUntranslatedLinks(links, locale)
  const languageName = t(`editor.language.${locale}`)
  return (
    <fieldset className={classes["translations"]}>
      <legend>{t("styling.links.translations")}</legend>
      <p className={classes["quiet"]}>{t("styling.links.translations.text")}</p>
      <NativeSelect
        label={t("styling.links.translations.language")}
        value={locale}
        data={languages.map((language) => ({ value: language, label: t(`editor.language.${language}`) }))}
        onChange={(event) => setLocale(languages.find((language) => language === event.currentTarget.value) ?? locale)}
      />
      {links.map(({ number, content }) => {
        const name = getLinkTranslationKey(number, locale)
        return (
          <TextInput
            key={name}
            label={t("styling.links.translations.link", { n: number, language: languageName })}
            // What respondents read without a translation.
            placeholder={content}
            lang={locale}
            dir={getTextDirection(locale)}
            autoComplete="off"
            maxLength={maxLinkTextLength}
            value={sheet[name] ?? ""}
            onChange={(event) => actor.send({ type: "value.set", portal: "web", name, value: event.currentTarget.value })}
          />
        )
      })}
      <output className={classes["quiet"]}>
        {writtenCount === 0
          ? t("styling.links.translations.none")
          : missingCount === 0
            ? t("styling.links.translations.done", { language: languageName })
            : t("styling.links.translations.missing", { language: languageName, missing: missingCount, all: writtenCount })}
      </output>
    </fieldset>
  )
}
