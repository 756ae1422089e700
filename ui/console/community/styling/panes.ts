// Controls or preview, where there is no room for both: the preview is shown from its top, the controls where their author left them.
import { useRef, useState } from "react"
import { flushSync } from "react-dom"

export const panes = ["controls", "preview"] as const
type Pane = (typeof panes)[number]

export const usePanes = () => {
  const [pane, turn] = useState<Pane>("controls")
  /** What switches between them; not to be seen where both are. */
  const switches = useRef<HTMLFieldSetElement>(null)
  const left = useRef(0)
  const show = (next: Pane): void => {
    if (next === pane) return
    if (next === "preview") left.current = window.scrollY
    flushSync(() => turn(next))
    if (switches.current?.checkVisibility() !== true) return
    if (next === "preview") switches.current.scrollIntoView({ block: "start" })
    else window.scrollTo({ top: left.current })
  }
  return { pane, show, switches }
}
