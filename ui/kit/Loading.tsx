// Holds the place of what is on its way, and says so.
import { Skeleton, VisuallyHidden } from "@mantine/core"
import { useWords } from "./words.tsx"

type Props = { readonly height: number; readonly radius?: "md" | "lg" }

export const Loading = ({ height, radius = "lg" }: Props) => {
  const t = useWords()
  return (
    <div>
      <Skeleton height={height} radius={radius} aria-hidden="true" />
      <VisuallyHidden>{t("shell.loading")}</VisuallyHidden>
    </div>
  )
}
