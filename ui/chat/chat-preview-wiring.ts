// Where the preview of a style meets the console that frames it.
import { watchConsole } from "../../adapters/browser/preview-channel.ts"
import { type ChatPreview, readChatPreview } from "../../domain/style/preview-protocol.ts"

/** Tells what is to be shown, each time the console says so. */
export const watchPreview = (show: (message: ChatPreview) => void): void => watchConsole(readChatPreview, show)
