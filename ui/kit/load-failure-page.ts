// What stands in place of a page of which a part did not come. It needs nothing but what came with it: no style, no other script.
import "./load-failure-page.css"
import { loadFailureTextsIn } from "../../domain/catalog/load-failure-texts.ts"

/** Says in `root` that the page could not be loaded; it is loaded again when asked for, and when the network is back. */
export const showLoadFailure = (root: HTMLElement): void => {
  const query = new URLSearchParams(window.location.search)
  const { language, ...texts } = loadFailureTextsIn([query.get("l"), ...navigator.languages])
  const saying = (tag: "h1" | "p" | "button", text: string): HTMLElement => {
    const element = document.createElement(tag)
    element.textContent = text
    return element
  }
  const reload = () => window.location.reload()
  const retry = saying("button", texts.retry)
  retry.addEventListener("click", reload)
  window.addEventListener("online", reload)
  const main = document.createElement("main")
  main.className = "unloaded"
  // In its own direction: what the page would say of that did not come.
  main.dir = "auto"
  main.append(saying("h1", texts.title), saying("p", texts.text), retry)
  document.documentElement.lang = language
  document.title = texts.title
  root.replaceChildren(main)
}
