// The document's title: what the page is, then the product (spec/1-console §2).
import type { PlainKey } from "../../domain/catalogue/catalogue.ts"
import { useWords } from "./words.tsx"

export const PageTitle = ({ of }: { readonly of: PlainKey | undefined }) => {
  const t = useWords()
  const product = t("product.name")
  return <title>{of === undefined ? product : `${t(of)} – ${product}`}</title>
}
