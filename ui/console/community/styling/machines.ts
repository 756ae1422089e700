// What the styling configurator gets from its wiring: the machines whose ports are filled.
import type { stylePreviewMachine } from "../../../../machines/style-preview.ts"
import type { stylingMachine } from "../../../../machines/styling/styling.ts"

export type StylingMachines = {
  readonly styling: typeof stylingMachine
  readonly preview: typeof stylePreviewMachine
  readonly now: () => string
}
