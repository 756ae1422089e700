// [M1] Renders script text as React elements: built from the allowed markup, never passed to the browser as HTML.
import { Fragment, type ReactNode } from "react"
import { decodeReferences, tokenizeHtml } from "../../../../domain/rich-text/html-tokens.ts"
import classes from "./TestAnswerControl.module.css"

type Open = { readonly name: string; readonly attributes: ReadonlyMap<string, string>; readonly inside: Array<ReactNode> }

/** `html` comes sanitized from the engine, so its elements nest correctly. */
export const ScriptMarkup = ({ html }: { readonly html: string }) => {
  const root: Open = { name: "", attributes: new Map(), inside: [] }
  const open: Array<Open> = [root]
  const add = (node: ReactNode) => open.at(-1)?.inside.push(<Fragment key={open.at(-1)?.inside.length}>{node}</Fragment>)
  const close = () => {
    const closed = open.length > 1 ? open.pop() : undefined
    if (closed !== undefined) add(element(closed))
  }
  for (const token of tokenizeHtml(html)) {
    if (token._tag === "Text") add(decodeReferences(token.raw))
    else if (token._tag === "Close") {
      if (open.some(({ name }) => name === token.name)) {
        while (open.length > 1 && open.at(-1)?.name !== token.name) close()
        close()
      }
    } else if (token.name === "br" || token.name === "img") add(element({ ...token, inside: [] }))
    else open.push({ name: token.name, attributes: token.attributes, inside: [] })
  }
  while (open.length > 1) close()
  return <div className={classes["markup"]}>{root.inside}</div>
}

const element = ({ name, attributes, inside }: Open): ReactNode => {
  switch (name) {
    case "p":
      return <p>{inside.length === 0 ? <br /> : inside}</p>
    case "ul":
      return <ul>{inside}</ul>
    case "ol":
      return <ol>{inside}</ol>
    case "li":
      return <li>{inside}</li>
    case "strong":
    case "b":
      return <strong>{inside}</strong>
    case "em":
    case "i":
      return <em>{inside}</em>
    case "u":
      return <u>{inside}</u>
    case "s":
    case "strike":
    case "del":
      return <s>{inside}</s>
    case "br":
      return <br />
    case "a":
      return (
        <a href={attributes.get("href")} target="_blank" rel="noopener noreferrer">
          {inside}
        </a>
      )
    case "img":
      return <img src={attributes.get("src")} alt={attributes.get("alt") ?? ""} />
    case "span":
      return <span style={{ fontSize: /font-size:\s*(\d+px)/.exec(attributes.get("style") ?? "")?.[1] }}>{inside}</span>
    default:
      return inside
  }
}
