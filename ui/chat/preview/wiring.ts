// Where the preview of a style meets the console that frames it.
import { watchConsole } from "../../../adapters/chat-page/preview-frame.ts"
import { type PreviewMessage, previewReady, readPreviewMessage } from "../../../domain/style/preview-message.ts"

/** Tells what is to be shown, each time the console says so. */
export const watchPreview = (show: (message: PreviewMessage) => void): void =>
  watchConsole(previewReady, (came) => {
    const message = readPreviewMessage(came)
    if (message !== undefined) show(message)
  })
