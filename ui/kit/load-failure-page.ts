// Error page shown when part of the page failed to load. Depends only on code that was loaded with it.
import "./load-failure-page.css"
import { getLoadFailureTexts } from "../../domain/catalog/load-failure-texts.ts"

/** Renders the error page into `root`. Its button reloads the page, and so does the browser's `online` event. */
export const showLoadFailure = (root: HTMLElement): void => {
  const query = new URLSearchParams(window.location.search)
  const { language, ...texts } = getLoadFailureTexts([query.get("l"), ...navigator.languages])
  const createTextElement = (tag: "h1" | "p" | "button", text: string): HTMLElement => {
    const element = document.createElement(tag)
    element.textContent = text
    return element
  }
  const reload = () => window.location.reload()
  const retryButton = createTextElement("button", texts.retry)
  retryButton.addEventListener("click", reload)
  window.addEventListener("online", reload)
  const main = document.createElement("main")
  main.className = "unloaded"
  // The code that sets the page's text direction did not load.
  main.dir = "auto"
  main.append(createTextElement("h1", texts.title), createTextElement("p", texts.text), retryButton)
  document.documentElement.lang = language
  document.title = texts.title
  root.replaceChildren(main)
}
