// That a conversation came to its end on this page is noted with the page's place in the browser's history, and nowhere else: of the
// conversation nothing is kept. Who goes back there finds its end, and not the beginning of another conversation.
import { isRecord } from "../../domain/json.ts"

export const markEnded = (): void => window.history.replaceState({ hasEnded: true }, "")

/** Another conversation goes on in that place now. */
export const unmarkEnded = (): void => window.history.replaceState(null, "")

/** Whether the page was gone back to after an end; who reloads it begins anew. */
export const isBackAtEnd = (): boolean => {
  const [arrival] = performance.getEntriesByType("navigation")
  const isBack = arrival instanceof PerformanceNavigationTiming && arrival.type === "back_forward"
  const note: unknown = window.history.state
  return isBack && isRecord(note) && note["hasEnded"] === true
}
