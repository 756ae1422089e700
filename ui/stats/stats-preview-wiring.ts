// Connects the statistics style preview to the console page that embeds it.
import { listenToConsole } from "../../adapters/browser/preview-channel.ts"
import { parseStatsPreview, type StatsPreview } from "../../domain/preview/preview-protocol.ts"

/** Calls `show` with every message from the console that says what to preview. */
export const watchPreview = (show: (message: StatsPreview) => void): void => listenToConsole(parseStatsPreview, show)
