// A claim about what some conversation shows.

import type { CompiledScript } from "../chat/compiled-script.ts"
import type { ConversationState } from "../chat/conversation-state.ts"
import type { Finding } from "../findings/finding.ts"
import type { PathQuery } from "../flow/path-queries.ts"

/**
 * A possible finding: what to ask about all paths, how to see it in a conversation, and what to report then. `until` is the place up to which the
 * example is played; null plays to the end of the conversation. `pointer` says what the claim is about.
 */
export type PathClaim = {
  readonly query: PathQuery
  readonly until: number | null
  readonly isShownBy: (state: ConversationState, chat: CompiledScript) => boolean
  readonly pointer: string
  readonly report: (state: ConversationState, chat: CompiledScript) => Finding
}
