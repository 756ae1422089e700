// [I10] The texts of the side menu's links in other languages.
import { NativeSelect, TextInput } from "@mantine/core"
import { useState } from "react"
import { maxLinkTextLength } from "../../../domain/communities/side-menu.ts"
import { deepEqual } from "../../../domain/json/json-value.ts"
import { countUntranslatedLinks, getLinkTranslationKey, listTranslatableLinks } from "../../../domain/style/side-menu-links.ts"
import { getTextDirection, languages } from "../../../domain/text/language.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import classes from "./Styling.module.css"
import { useStyling, useStylingState } from "./styling-context.tsx"

export const LinkTranslations = () => {
  const t = useTranslate()
  const actor = useStyling()
  const links = useStylingState(({ style }) => listTranslatableLinks(style.web), deepEqual)
  const sheet = useStylingState(({ style }) => style.web)
  const [locale, setLocale] = useState<(typeof languages)[number]>("en")
  if (links.length === 0) return null
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
            label={t("styling.links.translations.link", { n: number, text: content, language: languageName })}
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
        {missingCount === 0
          ? t("styling.links.translations.done", { language: languageName })
          : t("styling.links.translations.missing", { language: languageName, missing: missingCount, all: links.length })}
      </output>
    </fieldset>
  )
}
