// Schemas of a chat script: as listed, as authored, and as a whole. The compiler refers to an interface by name, and repeats other types in full.
import * as Schema from "effect/Schema"
import { Translation } from "../questions/question.ts"
import { openStruct } from "../schema/open-struct.ts"
import { InstructionSchema } from "./instruction.ts"
import { Language } from "./language-schema.ts"
import { StatusFromCode } from "./status.ts"

/** The transports of live statistics. */
export const Transport = Schema.Literals(["statistics", "statistics-secondary", "statistics-tertiary"])
export const transports = Transport.literals
export type Transport = typeof Transport.Type

/** The UUID of a script. */
export const ScriptId = Schema.String.pipe(Schema.brand("ScriptId"))
export type ScriptId = typeof ScriptId.Type

const optionalInstant = Schema.NullOr(Schema.String)

/** What authors write: the payload of a script file and the body of a save. */
export const AuthoredScriptSchema = openStruct({
  name: Schema.String,
  public_name: Schema.String,
  /** The public title in other languages. */
  public_name_translations: Schema.optionalKey(Schema.NullOr(Schema.Array(Translation))),
  language: Language,
  instructions: Schema.Array(InstructionSchema),
})
export interface AuthoredScript extends Schema.Schema.Type<typeof AuthoredScriptSchema> {}

const listedFields = {
  uuid: ScriptId,
  name: Schema.String,
  public_name: Schema.String,
  language: Language,
  status: StatusFromCode,
  revision: Schema.Int,
  isDeletionApproved: Schema.Boolean,
  removalProcedure: Schema.Boolean,
  liveDate: optionalInstant,
  closedDate: optionalInstant,
  deletedWarningDate: optionalInstant,
  deletedDate: optionalInstant,
  removalWarningDate: optionalInstant,
  updatedAt: Schema.String,
  /** Settings besides the instructions; `transport`: how live statistics are sent, null for the default. */
  queue_config: Schema.optionalKey(Schema.Struct({ transport: Schema.NullOr(Transport) })),
}

/** A script in the chat overview. Dates are ISO 8601 instants; `revision` counts its saves from 1. */
export const ListedScript = openStruct(listedFields)
export type ListedScript = typeof ListedScript.Type

/** A script with its instructions, as read by the editor and returned by a save. */
export const ScriptSchema = openStruct({ ...listedFields, instructions: Schema.Array(InstructionSchema) })
export interface Script extends Schema.Schema.Type<typeof ScriptSchema> {}
