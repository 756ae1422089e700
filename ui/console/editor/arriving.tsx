// Parts of the editor that are fetched when they are first shown. One that does not come (the server is gone) must not take the editor
// with it: that is told in its place, and the edits stay where they are.
import { type ComponentType, lazy } from "react"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"

export const arriving = <Props extends object>(part: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazy(async () => {
    try {
      return { default: await part() }
    } catch {
      return { default: NotArrived }
    }
  })

export const NotArrived = () => {
  const t = useWords()
  return (
    <Notice tone="bad">
      <p>{t("editor.not-arrived")}</p>
    </Notice>
  )
}
