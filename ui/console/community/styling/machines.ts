// What the styling configurator gets from its wiring: the machine whose ports are filled.
import type { stylingMachine } from "../../../../machines/styling/styling.ts"

export type StylingMachines = { readonly styling: typeof stylingMachine }
