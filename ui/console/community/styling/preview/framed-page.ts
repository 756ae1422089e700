// The page that both frames show, and the machine that talks to it.
import type { Portal } from "../../../../../domain/style/keys.ts"
import type { StylePreviewActor } from "../../../../../machines/style-preview.ts"

export type FramedPage = {
  readonly preview: StylePreviewActor
  readonly portal: Portal
  readonly slug: string
  /** What the frames' clocks show (ISO 8601). */
  readonly time: string | null
}
