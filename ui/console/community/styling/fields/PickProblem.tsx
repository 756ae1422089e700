// Why a file that was picked is not in the style, or what is to be said of one that is (spec/3-community §5, §8).
import { manyImageBytes, megabytes, mostImageBytes } from "../../../../../domain/style/uploads.ts"
import { Notice } from "../../../../kit/Notice.tsx"
import { useWords } from "../../../../kit/words.tsx"
import { useStyled } from "../configuring.tsx"

export const PickProblem = ({ name }: { readonly name: string }) => {
  const t = useWords()
  const found = useStyled(({ pickProblem }) => (pickProblem?.name === name ? pickProblem : null))
  if (found === null) return null
  const { problem, bytes } = found
  const size = megabytes(bytes)
  return (
    <Notice tone={problem === "big" ? "warning" : "bad"}>
      <p>
        {problem === "too-big"
          ? t("styling.pick.too-big", { size, most: megabytes(mostImageBytes) })
          : problem === "big"
            ? t("styling.pick.big", { size, many: megabytes(manyImageBytes) })
            : t(`styling.pick.${problem}`)}
      </p>
    </Notice>
  )
}
