// The bar on top of every page of the console: the product, what belongs to the page, language and colours (spec/1-console §2 "App shell").
import type { PropsWithChildren, ReactNode } from "react"
import { Mark } from "../kit/Mark.tsx"
import { useWords } from "../kit/words.tsx"
import classes from "./Header.module.css"
import { LanguageSwitch } from "./LanguageSwitch.tsx"
import { SchemeSwitch } from "./SchemeSwitch.tsx"

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

export const Header = ({ brand = plainBrand, children, tools, end }: Props) => {
  const t = useWords()
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
              <Mark />
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
        <SchemeSwitch />
        {end}
      </div>
    </header>
  )
}
