// Endpoints of chat scripts: listing, saving, revisions, status, slug, transport, deletion and the removal procedure.
import * as Schema from "effect/Schema"
import { CountChange } from "../../domain/failures/count-changes.ts"
import { ConfirmationProblem } from "../../domain/failures/failure.ts"
import { Finding, Violation } from "../../domain/findings/finding.ts"
import { openStruct } from "../../domain/schema/open-struct.ts"
import { AuthoredScriptSchema, ListedScript, ScriptSchema, Transport } from "../../domain/script/script.ts"
import { DeletionAction } from "../../domain/script/script-list.ts"
import { StatusFromCode } from "../../domain/script/status.ts"
import { defineEndpoint, defineEndpointWithQuery, PageQuery, QueryFlag } from "./endpoint.ts"
import { EmptyObject } from "./sign-in-contract.ts"

/** [I8] Lists scripts without their instructions, by uuid. `statuses` is a JSON list of status codes; default: all. */
export const listScripts = defineEndpoint({
  method: "get",
  path: "/api/{community}/chat-scripts",
  payload: Schema.Struct({ statuses: Schema.optionalKey(Schema.fromJsonString(Schema.Array(StatusFromCode))) }),
  response: Schema.Record(Schema.String, ListedScript),
})

export const addScript = defineEndpoint({
  method: "put",
  path: "/api/{community}/chat-scripts",
  payload: Schema.Struct({ name: Schema.String }),
  response: ScriptSchema,
})

export const readScript = defineEndpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}",
  payload: EmptyObject,
  response: ScriptSchema,
})

/**
 * [S5] Saves a whole script. `revision` is the one that the edits started from: 409 if a newer one is stored; without it the
 * last write wins. `allowChanges` unlocks the choices of a chat that is not in preparation.
 */
export const saveScript = defineEndpointWithQuery({
  method: "patch",
  path: "/api/{community}/chat-scripts/{id}",
  query: Schema.Struct({ allowChanges: Schema.optionalKey(QueryFlag) }),
  payload: Schema.Struct({
    script: AuthoredScriptSchema,
    markedForDelete: Schema.Array(Schema.String),
    revision: Schema.optionalKey(Schema.Int),
  }),
  response: ScriptSchema,
})

/** Changes the titles only; a title that is not sent stays as it is. */
export const renameScript = defineEndpoint({
  method: "patch",
  path: "/api/{community}/chat-scripts/{id}",
  payload: Schema.Struct({ name: Schema.optionalKey(Schema.String), public_name: Schema.optionalKey(Schema.String) }),
  response: ScriptSchema,
})

/** [S2] Changes the status of a script. */
export const changeStatus = defineEndpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/state",
  payload: Schema.Struct({ state: StatusFromCode }),
  response: ListedScript,
})

/** [S12] Copies a script under the original's title with a number added. */
export const copyScript = defineEndpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/copy",
  payload: EmptyObject,
  response: ListedScript,
})

/**
 * [U4] Creates a token for `deleteScript`, valid once within 10 minutes and only for the returned `action`. The counts say how much that
 * action affects. If the request names an `action` that the script's status does not allow, the response is 409.
 */
export const getScriptDeletionToken = defineEndpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/delete",
  payload: Schema.Struct({ action: Schema.optionalKey(DeletionAction) }),
  response: Schema.Struct({
    deleteToken: Schema.String,
    action: DeletionAction,
    answers: Schema.Int,
    files: Schema.Int,
    links: Schema.Int,
  }),
})

/** [S10] Archives or erases a script, depending on the action of the token; 409 if the script has changed since. */
export const deleteScript = defineEndpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/delete",
  payload: Schema.Struct({ csrf: Schema.String }),
  response: ListedScript,
})

/** A past save: who saved it, when, the script's title and the number of instructions at that time. */
export const SavedRevision = Schema.Struct({
  revision: Schema.Int,
  savedAt: Schema.String,
  savedBy: Schema.NullOr(Schema.String),
  name: Schema.String,
  instructions: Schema.Int,
})
export type SavedRevision = typeof SavedRevision.Type

/** Lists the saves of a script, newest first. */
export const listRevisions = defineEndpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/versions",
  payload: PageQuery,
  response: Schema.Struct({ items: Schema.Array(SavedRevision), total: Schema.Int }),
})

/** Returns the script as saved in the given revision. */
export const readRevision = defineEndpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/versions/{revision}",
  payload: EmptyObject,
  response: AuthoredScriptSchema,
})

/** [V5] Saves the content of an old revision as the next revision; 422 if it differs in a part that the status locks. */
export const restoreRevision = defineEndpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/versions/{revision}/restore",
  payload: EmptyObject,
  response: ScriptSchema,
})

export const setScriptTransport = defineEndpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/config",
  payload: Schema.Struct({ customTransport: Schema.NullOr(Transport) }),
  response: ListedScript,
})

/** [R5] Turns the removal procedure on or off. */
export const setRemovalProcedure = defineEndpoint({
  method: "post",
  path: "/api/chat-scripts/{id}/deletion-state",
  payload: Schema.Struct({ deletionState: Schema.Boolean }),
  response: ListedScript,
})

/** [L5] Returns the slug under which anyone can open the chat, or null. */
export const readSlug = defineEndpoint({
  method: "get",
  path: "/api/chat-scripts/{id}/slug",
  payload: EmptyObject,
  response: Schema.Struct({ slug: Schema.NullOr(Schema.String) }),
})

/** [L5] Saves the slug. An invalid slug is reported in a 200 response: `status` is `error` and `message` gives the reason. */
export const saveSlug = defineEndpoint({
  method: "post",
  path: "/api/chat-scripts/{id}/save-slug",
  payload: Schema.Struct({ slug: Schema.String }),
  response: Schema.Struct({ status: Schema.Literals(["ok", "error"]), message: Schema.String }),
})

/** The body of a 409 response: the stored script, who saved it and when. */
export const ScriptConflictBody = Schema.Struct({
  message: Schema.String,
  revision: Schema.Int,
  script: ScriptSchema,
  savedBy: Schema.NullOr(Schema.String),
  savedAt: Schema.NullOr(Schema.String),
})

/**
 * The body of a 409 response to a deletion whose target has changed since the confirmation dialog was shown: its current state, and who
 * changed it and when, if known. `isRecent`: the change is at most a few minutes old.
 */
export const TargetChangedBody = Schema.Struct({
  message: Schema.String,
  current: openStruct({ status: Schema.optionalKey(StatusFromCode) }),
  changedBy: Schema.NullOr(Schema.String),
  changedAt: Schema.NullOr(Schema.String),
  isRecent: Schema.Boolean,
  /** The counts that differ from those that the dialog showed. */
  changes: Schema.optionalKey(Schema.Array(CountChange)),
})

/** The body of a 403 response to a deletion whose confirmation token was rejected. */
export const ConfirmationRefusedBody = Schema.Struct({ message: Schema.String, reason: ConfirmationProblem })

/** The body of a 422 response: the violations, or message keys by field; and the findings about a script. */
export const ValidationErrorBody = Schema.Struct({
  message: Schema.String,
  violations: Schema.optionalKey(Schema.Array(Violation)),
  errors: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Schema.String))),
  findings: Schema.optionalKey(Schema.Array(Finding)),
})

/** [R3] A chat scheduled for removal, with the name and slug of its community. */
export const ListedRemoval = openStruct({ ...ListedScript.schema.fields, communityName: Schema.String, communitySlug: Schema.String })
export type ListedRemoval = typeof ListedRemoval.Type

const removalPage = Schema.Struct({ items: Schema.Array(ListedRemoval) })

/** [R3] Lists the chats of a community that are scheduled for removal. */
export const listRemovals = defineEndpoint({
  method: "get",
  path: "/api/communities/{id}/chats/removal",
  payload: PageQuery,
  response: removalPage,
})

/** [R3] Lists the chats of all communities that are scheduled for removal. */
export const listAllRemovals = defineEndpoint({
  method: "get",
  path: "/api/communities/chats/removal",
  payload: PageQuery,
  response: removalPage,
})

/** [R2] Changes the removal procedure and its dates (`YYYY-MM-DD`). */
export const editRemoval = defineEndpoint({
  method: "post",
  path: "/api/chat-scripts/removal-edit/{id}",
  payload: Schema.Struct({
    removalProcedure: Schema.Boolean,
    removalWarningDate: Schema.NullOr(Schema.String),
    deletedDate: Schema.NullOr(Schema.String),
  }),
  response: ListedRemoval,
})
