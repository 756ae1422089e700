// A JSON text with its parts in colours.
import { useMemo } from "react"
import { jsonParts } from "../../../../domain/json-parts.ts"
import classes from "./outbound.module.css"

/** A region that scrolls can be reached with the keyboard (WCAG 2.1.1). */
const scrolling = { tabIndex: 0 } as const

export const ColouredJson = ({ name, text }: { readonly name: string; readonly text: string }) => {
  const parts = useMemo(() => jsonParts(text), [text])
  return (
    <figure className={classes["json"]} aria-label={name} {...scrolling}>
      <pre>
        {parts.map(({ kind, source }, place) =>
          kind === "between" ? (
            source
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- parts have nothing but their place
            <span key={place} data-kind={kind}>
              {source}
            </span>
          ),
        )}
      </pre>
    </figure>
  )
}
