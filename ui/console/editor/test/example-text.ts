// The answers of an example as text.
import { useCallback } from "react"
import type { Example } from "../../../../domain/findings/finding.ts"
import { listExampleParts } from "../../../../domain/findings/needed-example-answers.ts"
import { useTranslate } from "../../../kit/i18n.tsx"

/** Returns a function that lists the answers and the metadata that matter in an example, as in `mood = 4, energy = 9`; "" if none does. */
export const useExampleText = (): ((example: Example) => string) => {
  const t = useTranslate()
  return useCallback(
    (example) =>
      listExampleParts(example)
        .map(({ name, value }) => `${name} = ${value === null ? t("editor.test.skipped") : JSON.stringify(value)}`)
        .join(", "),
    [t],
  )
}
