// Connects the chat style preview to the console page that embeds it.
import { listenToConsole } from "../../adapters/browser/preview-channel.ts"
import { type ChatPreview, parseChatPreview } from "../../domain/preview/preview-protocol.ts"

/** Calls `show` with every message from the console that says what to preview. */
export const watchPreview = (show: (message: ChatPreview) => void): void => listenToConsole(parseChatPreview, show)
