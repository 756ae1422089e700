// Holds the place of what is on its way, and says so.
import { Skeleton } from "@mantine/core"
import { useWords } from "./i18n.tsx"

type Props = { readonly height: number; readonly radius?: "md" | "lg" }

export const Loading = ({ height, radius = "lg" }: Props) => {
  const t = useWords()
  return (
    <div>
      <Skeleton height={height} radius={radius} aria-hidden="true" />
      <span className="unseen">{t("shell.loading")}</span>
    </div>
  )
}
