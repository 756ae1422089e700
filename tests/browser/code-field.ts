// Fields for code: a plain text area, until CodeMirror is loaded.
import type { Locator } from "playwright"

/** The text of a code field, whichever it is at the time. */
export const readCode = (field: Locator): Promise<string> =>
  field.evaluate((element) =>
    element instanceof HTMLTextAreaElement
      ? element.value
      : [...element.querySelectorAll(".cm-line")]
          .map((line) => (line.querySelector(".cm-placeholder") === null ? (line.textContent ?? "") : ""))
          .join("\n"),
  )
