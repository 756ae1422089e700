// Logo of the product, and the document title.
import type { PlainMessageKey } from "../../domain/catalog/catalog.ts"
import { useTranslate } from "./i18n.tsx"

export const ProductLogo = () => (
  <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true" focusable="false">
    <path
      fill="var(--accent)"
      d="M8 2h10a6 6 0 0 1 6 6v6a6 6 0 0 1-6 6h-5.2L7.4 24.4A.85.85 0 0 1 6 23.8V19.7A6 6 0 0 1 2 14V8a6 6 0 0 1 6-6Z"
    />
    <path fill="none" stroke="#a6dc63" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round" d="m8.6 11.3 3.1 3.1 5.9-6.2" />
  </svg>
)

/** The document title: the title of the page, then the product's name. */
export const PageTitle = ({ titleKey }: { readonly titleKey: PlainMessageKey | undefined }) => {
  const t = useTranslate()
  const product = t("product.name")
  return <title>{titleKey === undefined ? product : `${t(titleKey)} – ${product}`}</title>
}
