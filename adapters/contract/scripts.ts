// The calls about chat scripts, row for row those of spec/1-console §7 "Chat scripts".
import * as Schema from "effect/Schema"
import { Violation } from "../../domain/failure.ts"
import { Finding } from "../../domain/finding.ts"
import { Authored, ListedScript, Script } from "../../domain/script/script.ts"
import { StatusFromCode } from "../../domain/script/status-code.ts"
import { Nothing } from "./account.ts"
import { endpoint } from "./endpoint.ts"

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

/** A whole save; without `revision` the last write wins. */
export const saveScript = endpoint({
  method: "patch",
  path: "/api/{community}/chat-scripts/{id}",
  payload: Schema.Struct({
    script: Authored,
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

export const deleteToken = endpoint({
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

/** The body of a 409: the script as it now stands, and whose save that was. */
export const Conflict = Schema.Struct({
  message: Schema.String,
  revision: Schema.Int,
  script: Script,
  savedBy: Schema.NullOr(Schema.String),
  savedAt: Schema.NullOr(Schema.String),
})

/** The body of a 422: violations by field, or lists of message keys by field, and where a script breaks rules. */
export const Refusal = Schema.Struct({
  message: Schema.String,
  violations: Schema.optionalKey(Schema.Array(Violation)),
  errors: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Schema.String))),
  findings: Schema.optionalKey(Schema.Array(Finding)),
})
