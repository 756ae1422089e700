// The bar on top of every page of the console: the product, what belongs to the page, language and colours (spec/1-console §2 "App shell").
import { UnstyledButton, useComputedColorScheme, useMantineColorScheme } from "@mantine/core"
import { IconMoon, IconSun, IconWorld } from "@tabler/icons-react"
import type { PropsWithChildren, ReactNode } from "react"
import type { InterfaceLanguage } from "../../../domain/catalog/catalog.ts"
import type { PublicBaseUrls } from "../../../domain/links/respondent-urls.ts"
import { getUrlOrigin } from "../../../domain/text/web-url.ts"
import { ProductLogo } from "../../kit/Branding.tsx"
import { useLanguage, useTranslate } from "../../kit/i18n.tsx"
import classes from "./ConsoleHeader.module.css"
import headerButtonClasses from "./HeaderButton.module.css"

// Changes the language of the interface. Each language is named in itself.

const names = { en: "English", nl: "Nederlands" } as const satisfies Record<InterfaceLanguage, string>
const other = { en: "nl", nl: "en" } as const satisfies Record<InterfaceLanguage, InterfaceLanguage>

export const LanguageSwitch = () => {
  const { language, setLanguage } = useLanguage()
  const next = other[language]
  return (
    <UnstyledButton
      className={headerButtonClasses["button"]}
      lang={next}
      aria-label={names[next]}
      title={names[next]}
      onClick={() => void setLanguage(next)}
    >
      <IconWorld size={18} aria-hidden="true" />
      <span className={headerButtonClasses["wide"]}>{names[next]}</span>
    </UnstyledButton>
  )
}

// Light or dark colours; at first as the system has it, then as chosen.

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
  /** Makes the link to /home; a plain one where there is no router. */
  readonly brand?: (props: { readonly className: string; readonly children: ReactNode }) => ReactNode
  /** What stands before language and colours, and behind them. */
  readonly tools?: ReactNode
  readonly end?: ReactNode
}>

const plainBrand: NonNullable<Props["brand"]> = ({ className, children }) => (
  <a href="/home" className={className}>
    {children}
  </a>
)

export const ConsoleHeader = ({ brand = plainBrand, children, tools, end }: Props) => {
  const t = useTranslate()
  return (
    <header className={classes["header"]}>
      <a href="#content" className={classes["skip"]}>
        {t("shell.skip")}
      </a>
      <div className={classes["brand"]}>
        {brand({
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

// The header's links for who is not signed in: the sign-in, and the website that the respondents' chats are part of (decisions U14).

type LoginLinkProps = { readonly bases: PublicBaseUrls; readonly current?: boolean }

export const SignedOutLinks = ({ bases, current = true }: LoginLinkProps) => {
  const t = useTranslate()
  return (
    <>
      <a href={getUrlOrigin(bases)} className={headerButtonClasses["button"]}>
        {t("shell.website")}
      </a>
      <a href="/login" className={headerButtonClasses["button"]} aria-current={current ? "page" : undefined}>
        {t("shell.login")}
      </a>
    </>
  )
}
