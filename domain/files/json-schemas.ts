// JSON Schemas (draft 2020-12) of the files that people edit: scripts, styles, and the answers that the command line tool plays.
import * as Schema from "effect/Schema"
import { isRecord } from "../json/json-value.ts"
import { AuthoredScriptSchema } from "../script/script.ts"
import { type StyledPage, type StyleKeyTable, styleTables } from "../style/style-keys.ts"
import { StylePayload } from "../style/style-payload-schema.ts"
import { fileVersions, type SchemaKind, type SealedFileKind } from "./file-envelope.ts"
import { styleKeySyntax } from "./style-file.ts"

type JsonSchema = Readonly<Record<string, unknown>>

/**
 * Returns the JSON Schema of a kind of file. What it rejects, the check rejects by its rule `structure`. It knows nothing of conditions,
 * references between instructions, and the checksum.
 */
export const createJsonSchema = (kind: SchemaKind): JsonSchema => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  ...builders[kind](),
})

const builders = {
  script: () => ({
    title: "Script of a conversational survey",
    ...describeEnvelope("script", describeInstructions(describeType(AuthoredScriptSchema))),
  }),
  style: () => ({ title: "Style of a community", ...describeEnvelope("style", describeStyleKeys(describeType(StylePayload))) }),
  answers: () => ({
    title: "Answers of a conversation, for conversation-admin run --answers",
    description:
      "Answers by the names of their instructions. The answer of a choice is its value, that of a multiple choice a list of values, that of an action its outcome or an object of its results.",
    type: "object",
    properties: {
      metadata: { type: "object", description: "Metadata of the respondent.", additionalProperties: { type: "string" } },
    },
  }),
} as const satisfies Readonly<Record<SchemaKind, () => JsonSchema>>

/** Describes the values that a Schema decodes. */
const describeType = (schema: Schema.Constraint): JsonSchema => {
  const { schema: described, definitions } = Schema.toJsonSchemaDocument(schema)
  const plain = omitOpenness(described)
  if (!isRecord(plain)) throw new Error("a JSON Schema is not an object")
  return Object.keys(definitions).length === 0 ? plain : { ...plain, $defs: omitOpenness(definitions) }
}

/** Leaves out that other fields may have any value, which is so for every object of a JSON Schema. */
const omitOpenness = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(omitOpenness)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).filter(([key, item]) => key !== "allOf" || JSON.stringify(item) !== openObject)
  return Object.fromEntries(entries.map(([key, item]) => [key, omitOpenness(item)]))
}
const openObject = JSON.stringify([{ type: "object", additionalProperties: {} }])

const describeEnvelope = (kind: SealedFileKind, payload: JsonSchema): JsonSchema => ({
  type: "object",
  properties: {
    $schema: { type: "string", description: "The address of this JSON Schema, for editors." },
    version: { const: fileVersions[kind] },
    payload,
    checksum: {
      type: "string",
      description: "SHA-256 of the payload. `conversation-admin seal FILE` writes it after a change by hand.",
    },
  },
  required: ["version", "payload"],
})

/** Replaces the property `name` of an object's JSON Schema. */
const withProperty = (schema: JsonSchema, name: string, change: (property: JsonSchema) => JsonSchema): JsonSchema => {
  const properties = schema["properties"]
  const property = isRecord(properties) ? properties[name] : undefined
  if (!isRecord(properties) || !isRecord(property)) throw new Error(`a JSON Schema has no property ${name}`)
  return { ...schema, properties: { ...properties, [name]: change(property) } }
}

/** A question needs the object `question`; an action and an end need the object `action`. */
const neededObjects = [
  { types: ["question"], field: "question" },
  { types: ["action", "end"], field: "action" },
]

const describeInstructions = (script: JsonSchema): JsonSchema =>
  withProperty(script, "instructions", ({ items, ...list }) => ({
    ...list,
    items: {
      ...(isRecord(items) ? items : {}),
      allOf: neededObjects.map(({ types, field }) => ({
        anyOf: [{ properties: { type: { not: { enum: types } } } }, { required: [field], properties: { [field]: { type: "object" } } }],
      })),
    },
  }))

/** Names the keys of both pages, for completion. Each entry of a list has one key; keys of newer versions are accepted. */
const describeStyleKeys = (style: JsonSchema): JsonSchema =>
  (["web", "stats"] as const).reduce(
    (schema, page) =>
      withProperty(schema, page, ({ items, ...list }) => ({
        ...list,
        items: {
          ...(isRecord(items) ? items : {}),
          minProperties: 1,
          maxProperties: 1,
          properties: describeKeys(page),
          propertyNames: { pattern: styleKeySyntax.source },
        },
      })),
    style,
  )

const describeKeys = (page: StyledPage): JsonSchema => {
  const table: StyleKeyTable = styleTables[page]
  return Object.fromEntries(
    Object.entries(table).map(([name, key]) => [
      name,
      {
        type: "string",
        ...(key.kind === "toggle" && { enum: [key.on, key.off, ""] }),
        ...(key.default !== undefined && { default: key.default }),
      },
    ]),
  )
}
