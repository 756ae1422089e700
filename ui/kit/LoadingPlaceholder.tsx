// Placeholder shown while content is loading, announced to screen readers.
import { Skeleton, VisuallyHidden } from "@mantine/core"
import { useTranslate } from "./i18n.tsx"

type Props = { readonly height: number; readonly radius?: "md" | "lg" }

export const LoadingPlaceholder = ({ height, radius = "lg" }: Props) => {
  const t = useTranslate()
  return (
    <div>
      <Skeleton height={height} radius={radius} aria-hidden="true" />
      <VisuallyHidden>{t("shell.loading")}</VisuallyHidden>
    </div>
  )
}
