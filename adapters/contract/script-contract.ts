// The calls about chat scripts, row for row those of spec/1-console §7 "Chat scripts".
import * as Schema from "effect/Schema"
import { Finding } from "../../domain/check/finding.ts"
import { Violation } from "../../domain/failure.ts"
import { openStruct } from "../../domain/schema/open-struct.ts"
import { AuthoredScript, ListedScript, Script, Transport } from "../../domain/script/script.ts"
import { StatusFromCode } from "../../domain/script/status.ts"
import { endpoint, endpointWithQuery, PageQuery, QueryFlag } from "./endpoint.ts"
import { Nothing } from "./sign-in-contract.ts"

/** The statuses to list, as the query carries them: a JSON list of their numbers. */
export const listScripts = endpoint({
  method: "get",
  path: "/api/{community}/chat-scripts",
  payload: Schema.Struct({ statuses: Schema.optionalKey(Schema.fromJsonString(Schema.Array(StatusFromCode))) }),
  answer: Schema.Record(Schema.String, ListedScript),
})

export const addScript = endpoint({
  method: "put",
  path: "/api/{community}/chat-scripts",
  payload: Schema.Struct({ name: Schema.String }),
  answer: Script,
})

export const readScript = endpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}",
  payload: Nothing,
  answer: Script,
})

/** A whole save; without `revision` the last write wins. `allowChanges` opens the choices of a chat that is not in preparation (decisions S5). */
export const saveScript = endpointWithQuery({
  method: "patch",
  path: "/api/{community}/chat-scripts/{id}",
  query: Schema.Struct({ allowChanges: Schema.optionalKey(QueryFlag) }),
  payload: Schema.Struct({
    script: AuthoredScript,
    markedForDelete: Schema.Array(Schema.String),
    revision: Schema.optionalKey(Schema.Int),
  }),
  answer: Script,
})

/** The short PATCH: only what it carries changes. */
export const renameScript = endpoint({
  method: "patch",
  path: "/api/{community}/chat-scripts/{id}",
  payload: Schema.Struct({ name: Schema.optionalKey(Schema.String), public_name: Schema.optionalKey(Schema.String) }),
  answer: Script,
})

export const changeStatus = endpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/state",
  payload: Schema.Struct({ state: StatusFromCode }),
  answer: ListedScript,
})

export const copyScript = endpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/copy",
  payload: Nothing,
  answer: ListedScript,
})

export const getScriptDeletionToken = endpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/delete",
  payload: Nothing,
  answer: Schema.Struct({ deleteToken: Schema.String }),
})

export const deleteScript = endpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/delete",
  payload: Schema.Struct({ csrf: Schema.String }),
  answer: ListedScript,
})

/** A save of the past: whose, when, and what the script was called then. */
export const SavedRevision = Schema.Struct({
  revision: Schema.Int,
  savedAt: Schema.String,
  savedBy: Schema.NullOr(Schema.String),
  name: Schema.String,
  instructions: Schema.Int,
})
export type SavedRevision = typeof SavedRevision.Type

/** Every save of a script, the newest first. */
export const listRevisions = endpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/versions",
  payload: PageQuery,
  answer: Schema.Struct({ items: Schema.Array(SavedRevision), total: Schema.Int }),
})

/** The script as it was saved then. */
export const readRevision = endpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/versions/{revision}",
  payload: Nothing,
  answer: AuthoredScript,
})

/** Saves what stood in that version as the next one; what is locked stays locked. */
export const restoreRevision = endpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/versions/{revision}/restore",
  payload: Nothing,
  answer: Script,
})

export const setScriptTransport = endpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/config",
  payload: Schema.Struct({ customTransport: Schema.NullOr(Transport) }),
  answer: ListedScript,
})

/** Turns the removal procedure on and off (decisions R5). */
export const setRemovalProcedure = endpoint({
  method: "post",
  path: "/api/chat-scripts/{id}/deletion-state",
  payload: Schema.Struct({ deletionState: Schema.Boolean }),
  answer: ListedScript,
})

export const readSlug = endpoint({
  method: "get",
  path: "/api/chat-scripts/{id}/slug",
  payload: Nothing,
  answer: Schema.Struct({ slug: Schema.NullOr(Schema.String) }),
})

/** `status` says whether it was saved, `message` why not. */
export const saveSlug = endpoint({
  method: "post",
  path: "/api/chat-scripts/{id}/save-slug",
  payload: Schema.Struct({ slug: Schema.String }),
  answer: Schema.Struct({ status: Schema.Literals(["ok", "error"]), message: Schema.String }),
})

/** The body of a 409: the script as it now stands, and whose save that was. */
export const ScriptConflictBody = Schema.Struct({
  message: Schema.String,
  revision: Schema.Int,
  script: Script,
  savedBy: Schema.NullOr(Schema.String),
  savedAt: Schema.NullOr(Schema.String),
})

/** The body of a 422: violations by field, or lists of message keys by field, and where a script breaks rules. */
export const ValidationErrorBody = Schema.Struct({
  message: Schema.String,
  violations: Schema.optionalKey(Schema.Array(Violation)),
  errors: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Schema.String))),
  findings: Schema.optionalKey(Schema.Array(Finding)),
})

// The calls about the removal of chats (spec/1-console §4, §7, spec/3-community §7).

/** A chat that is up for removal, with the name of its community. */
export const ListedRemoval = openStruct({ ...ListedScript.schema.fields, communityName: Schema.String, communitySlug: Schema.String })
export type ListedRemoval = typeof ListedRemoval.Type

const rows = Schema.Struct({ items: Schema.Array(ListedRemoval) })

export const listRemovals = endpoint({ method: "get", path: "/api/communities/{id}/chats/removal", payload: PageQuery, answer: rows })

/** Across all communities. */
export const listAllRemovals = endpoint({ method: "get", path: "/api/communities/chats/removal", payload: PageQuery, answer: rows })

export const editRemoval = endpoint({
  method: "post",
  path: "/api/chat-scripts/removal-edit/{id}",
  payload: Schema.Struct({
    removalProcedure: Schema.Boolean,
    removalWarningDate: Schema.NullOr(Schema.String),
    deletedDate: Schema.NullOr(Schema.String),
  }),
  answer: ListedRemoval,
})
