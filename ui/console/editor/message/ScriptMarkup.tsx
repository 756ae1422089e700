// [M1] Renders script text as React elements: built from the allowed markup, never passed to the browser as HTML.
import { Fragment, type ReactNode } from "react"
import { decodeReferences, tokenizeHtml } from "../../../../domain/rich-text/html-tokens.ts"
import classes from "./ScriptMarkup.module.css"

type OpenElement = { readonly name: string; readonly attributes: ReadonlyMap<string, string>; readonly children: Array<ReactNode> }

/** `html` comes sanitized from the engine, so its elements nest correctly. */
export const ScriptMarkup = ({ html }: { readonly html: string }) => {
  const root: OpenElement = { name: "", attributes: new Map(), children: [] }
  const openElements: Array<OpenElement> = [root]
  const append = (node: ReactNode) =>
    openElements.at(-1)?.children.push(<Fragment key={openElements.at(-1)?.children.length}>{node}</Fragment>)
  const closeElement = () => {
    const closed = openElements.length > 1 ? openElements.pop() : undefined
    if (closed !== undefined) append(renderElement(closed))
  }
  for (const token of tokenizeHtml(html)) {
    if (token._tag === "Text") append(decodeReferences(token.raw))
    else if (token._tag === "Close") {
      if (openElements.some(({ name }) => name === token.name)) {
        while (openElements.length > 1 && openElements.at(-1)?.name !== token.name) closeElement()
        closeElement()
      }
    } else if (token.name === "br" || token.name === "img") append(renderElement({ ...token, children: [] }))
    else openElements.push({ name: token.name, attributes: token.attributes, children: [] })
  }
  while (openElements.length > 1) closeElement()
  return <div className={classes["markup"]}>{root.children}</div>
}

const renderElement = ({ name, attributes, children }: OpenElement): ReactNode => {
  switch (name) {
    case "p":
      return <p>{children.length === 0 ? <br /> : children}</p>
    case "ul":
      return <ul>{children}</ul>
    case "ol":
      return <ol>{children}</ol>
    case "li":
      return <li>{children}</li>
    case "strong":
    case "b":
      return <strong>{children}</strong>
    case "em":
    case "i":
      return <em>{children}</em>
    case "u":
      return <u>{children}</u>
    case "s":
    case "strike":
    case "del":
      return <s>{children}</s>
    case "small":
      return <small>{children}</small>
    case "br":
      return <br />
    case "a":
      return (
        <a href={attributes.get("href")} target="_blank" rel="noopener noreferrer">
          {children}
        </a>
      )
    case "img":
      return <img src={attributes.get("src")} alt={attributes.get("alt") ?? ""} />
    case "span":
      return <span style={{ fontSize: /font-size:\s*(\d+px)/.exec(attributes.get("style") ?? "")?.[1] }}>{children}</span>
    default:
      return children
  }
}
