// Header of every console page: product, navigation, tools, language and color scheme.
import { UnstyledButton, useComputedColorScheme, useMantineColorScheme } from "@mantine/core"
import { IconMoon, IconSun, IconWorld } from "@tabler/icons-react"
import type { PropsWithChildren, ReactNode } from "react"
import type { InterfaceLanguage } from "../../../domain/catalog/catalog.ts"
import { findWebsite, type PublicBaseUrls } from "../../../domain/text/web-url.ts"
import { ProductLogo } from "../../kit/Branding.tsx"
import { useLanguage, useTranslate } from "../../kit/i18n.tsx"
import classes from "./ConsoleHeader.module.css"
import headerButtonClasses from "./HeaderButton.module.css"

/** Each language is named in its own language. */
const languageNames = { en: "English", nl: "Nederlands" } as const satisfies Record<InterfaceLanguage, string>
const otherLanguage = { en: "nl", nl: "en" } as const satisfies Record<InterfaceLanguage, InterfaceLanguage>

export const LanguageSwitch = () => {
  const { language, setLanguage } = useLanguage()
  const next = otherLanguage[language]
  return (
    <UnstyledButton
      className={headerButtonClasses["button"]}
      lang={next}
      aria-label={languageNames[next]}
      title={languageNames[next]}
      onClick={() => void setLanguage(next)}
    >
      <IconWorld size={18} aria-hidden="true" />
      <span className={headerButtonClasses["wide"]}>{languageNames[next]}</span>
    </UnstyledButton>
  )
}

/** Switches between light and dark mode; follows the system until the user chooses. */
export const ColorSchemeSwitch = () => {
  const t = useTranslate()
  const { setColorScheme } = useMantineColorScheme()
  const next = useComputedColorScheme("light") === "dark" ? "light" : "dark"
  const Icon = next === "dark" ? IconMoon : IconSun
  return (
    <UnstyledButton
      className={headerButtonClasses["button"]}
      aria-label={t(`shell.scheme.${next}`)}
      title={t(`shell.scheme.${next}`)}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={18} aria-hidden="true" />
    </UnstyledButton>
  )
}

type Props = PropsWithChildren<{
  /** Renders the link to /home; by default a plain link, because the early sign-in page has no router. */
  readonly renderBrand?: (props: { readonly className: string; readonly children: ReactNode }) => ReactNode
  /** Shown before the language and color scheme switches; `end` is shown after them. */
  readonly tools?: ReactNode
  readonly end?: ReactNode
}>

const renderPlainBrand: NonNullable<Props["renderBrand"]> = ({ className, children }) => (
  <a href="/home" className={className}>
    {children}
  </a>
)

export const ConsoleHeader = ({ renderBrand = renderPlainBrand, children, tools, end }: Props) => {
  const t = useTranslate()
  return (
    <header className={classes["header"]} data-has-places={children !== undefined}>
      <a href="#content" className={classes["skip"]}>
        {t("shell.skip")}
      </a>
      <div className={classes["brand"]}>
        {renderBrand({
          className: classes["home"] ?? "",
          children: (
            <>
              <ProductLogo />
              <span className={classes["name"]}>{t("product.name")}</span>
            </>
          ),
        })}
        <span className={classes["version"]}>{import.meta.env["VITE_PRODUCT_VERSION"]}</span>
      </div>
      {children}
      <div className={classes["end"]}>
        {tools}
        <LanguageSwitch />
        <ColorSchemeSwitch />
        {end}
      </div>
    </header>
  )
}

type SignedOutLinksProps = { readonly bases: PublicBaseUrls; readonly current?: boolean }

/** Header links for visitors who are not signed in: the public website, if there is one [U14], and the sign-in page. */
export const SignedOutLinks = ({ bases, current = true }: SignedOutLinksProps) => {
  const t = useTranslate()
  const website = findWebsite(bases, window.location.origin)
  return (
    <>
      {website !== null && (
        <a href={website} className={headerButtonClasses["button"]}>
          {t("shell.website")}
        </a>
      )}
      <a href="/login" className={headerButtonClasses["button"]} aria-current={current ? "page" : undefined}>
        {t("shell.login")}
      </a>
    </>
  )
}
