// The place of a form's notice: at its end, where the notice moves nothing when it appears.
import type { ReactNode } from "react"

/** The notice at the end of a form, where it moves nothing; it is scrolled into view when it appears. */
export const FormNotice = ({ children }: { readonly children: ReactNode }) => <div ref={revealAlerts}>{children}</div>

const revealAlerts = (element: HTMLElement | null) => {
  if (element === null) return undefined
  const observer = new MutationObserver(() => element.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" }))
  observer.observe(element, { childList: true })
  return () => observer.disconnect()
}
