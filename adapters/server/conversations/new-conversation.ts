// The row of a conversation that nobody has begun yet. Of its pass only a hash is kept.

import { randomUUID } from "node:crypto"
import type { ScriptRow } from "../database/tables.ts"
import { hashOf } from "../token-hash.ts"

/** How a token or a code is looked up: neither is kept. */

type New = {
  readonly script: ScriptRow
  readonly token: string
  readonly code?: string | null
  readonly profile?: string | null
  readonly metadata: Readonly<Record<string, string | null>>
  readonly at: Date
}

/** Pinned to the script's revision as it is now. Its id says nothing: neither when it was made, nor which came before it. */
export const newConversation = ({ script, token, code = null, profile = null, metadata, at }: New) => ({
  script_id: script.id,
  id: randomUUID(),
  community_id: script.community_id,
  profile_id: profile,
  revision: script.revision,
  status: "pending",
  token_hash: hashOf(token),
  code_hash: code === null ? null : hashOf(code),
  metadata: JSON.stringify(metadata),
  answers: "{}",
  actions: "{}",
  state: null,
  is_answered: false,
  made_at: at,
})
