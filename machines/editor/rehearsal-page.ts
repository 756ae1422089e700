// The conversation of a rehearsal as the chat page shows it.
import { computeProgress, type Turn } from "../../domain/chat/conversation-record.ts"
import { toRespondentTurn } from "../../domain/chat/respondent-view.ts"
import type { RehearsalMessage } from "../../domain/preview/rehearsal-protocol.ts"
import { getTitleIn } from "../../domain/script/title.ts"
import type { CommunityLook, RehearsalContext } from "./rehearsal-conversation.ts"

/** The look of a community until its own is known: the default style, and the slug as its name. */
const defaultLook = (slug: string): CommunityLook => ({ name: slug, style: { web: [], stats: [] }, sideMenu: { links: [] } })

/** Returns the message that shows the conversation on the chat page. */
export const buildRehearsalMessage = (context: RehearsalContext): RehearsalMessage => {
  const { community: slug, uuid, chat, script, state, turns, hasDelays, language, run, handled, refused } = context
  const { name, style, sideMenu } = context.look ?? defaultLook(slug)
  return {
    type: "rehearsal.show",
    run,
    isNew: context.isNewRun && context.checkpoints.length === 0,
    conversation: {
      turns: turns.map((turn) => toRespondentTurn(hasDelays ? limitDelays(turn) : removeDelays(turn))),
      total: turns.length,
      waiting: state.waiting,
      progress: computeProgress(chat, state),
      community: { name, slug },
      script: { uuid, ...getTitleIn(script, state.language) },
      language,
      isBegun: true,
      style,
      sideMenu,
    },
    handled,
    refusal: refused?.refusal ?? null,
    draft: refused,
  }
}

const mapDelays = (turn: Turn, convert: (delay: number) => number): Turn => ({
  ...turn,
  effects: turn.effects.map((effect) => ("delay" in effect ? { ...effect, delay: convert(effect.delay) } : effect)),
})

const removeDelays = (turn: Turn): Turn => mapDelays(turn, () => 0)

/** A script that breaks the rules may have a negative delay, which counts as 0. */
const limitDelays = (turn: Turn): Turn => mapDelays(turn, (delay) => Math.max(0, delay))
