// A chat script, as listed, as authored and as a whole (spec/1-console §3, spec/2-editor §3).
import * as Schema from "effect/Schema"
import { openStruct } from "../schema/open-struct.ts"
import { Instruction } from "./instruction.ts"
import { Language } from "./language.ts"
import { StatusFromCode } from "./status.ts"

/** The ways in which live statistics can be sent (spec/3-community §2 "Technical block"). */
export const Transport = Schema.Literals(["statistics", "statistics-secondary", "statistics-tertiary"])
export const transports = Transport.literals
export type Transport = typeof Transport.Type

/** The id of a script: a uuid of the server, of which nothing but equality is asked. */
export const ScriptId = Schema.String.pipe(Schema.brand("ScriptId"))
export type ScriptId = typeof ScriptId.Type

const instant = Schema.NullOr(Schema.String)

/** What authors write: the payload of a script file and the body of a save. */
export const AuthoredScript = openStruct({
  name: Schema.String,
  public_name: Schema.String,
  language: Language,
  instructions: Schema.Array(Instruction),
})
export type AuthoredScript = typeof AuthoredScript.Type

const listed = {
  uuid: ScriptId,
  name: Schema.String,
  public_name: Schema.String,
  language: Language,
  status: StatusFromCode,
  revision: Schema.Int,
  isDeletionApproved: Schema.Boolean,
  removalProcedure: Schema.Boolean,
  liveDate: instant,
  closedDate: instant,
  deletedWarningDate: instant,
  deletedDate: instant,
  removalWarningDate: instant,
  updatedAt: Schema.String,
  /** Settings beside the instructions; `transport`: how live statistics are sent, null for the usual way. */
  queue_config: Schema.optionalKey(Schema.Struct({ transport: Schema.NullOr(Transport) })),
}

/** A script as the chat overview lists it. Dates are ISO 8601 instants; `revision` counts its saves from 1. */
export const ListedScript = openStruct(listed)
export type ListedScript = typeof ListedScript.Type

/** A script with its instructions, as the editor reads it and a save answers. */
export const Script = openStruct({ ...listed, instructions: Schema.Array(Instruction) })
export type Script = typeof Script.Type
