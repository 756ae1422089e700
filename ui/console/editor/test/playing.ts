// The running test, for the parts of its pane.
import type { ActorRefFrom } from "xstate"
import type { playingMachine } from "../../../../machines/editor/playing.ts"

export type PlayingActor = ActorRefFrom<typeof playingMachine>
