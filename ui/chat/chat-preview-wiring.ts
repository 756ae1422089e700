// Where the preview of a style meets the console that frames it.
import { listenToConsole } from "../../adapters/browser/preview-channel.ts"
import { type ChatPreview, parseChatPreview } from "../../domain/style/preview-protocol.ts"

/** Tells what is to be shown, each time the console says so. */
export const watchPreview = (show: (message: ChatPreview) => void): void => listenToConsole(parseChatPreview, show)
