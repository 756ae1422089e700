// Whether a JSON value has the shape of a Schema already, told in a fraction of the time that decoding takes. It says yes only where decoding
// would give the same value; where it says no, the Schema itself has to be asked, and says what is wrong.
import type * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"
import { isRecord } from "./json.ts"

type Fits = (value: unknown) => boolean

/** Whether decoding the JSON value gives an equal value; false also where that cannot be told, as for Schemas that change what they read. */
export const fits = <A>(schema: Schema.Codec<A, unknown>, value: unknown): value is A => fitsOf(schema.ast)(value)

const made = new WeakMap<AST.AST, Fits>()

const fitsOf = (ast: AST.AST): Fits => {
  const known = made.get(ast)
  if (known !== undefined) return known
  const fresh = ast.encoding === undefined ? checked(ast, shapeOf(ast)) : cannotTell
  made.set(ast, fresh)
  return fresh
}

const cannotTell: Fits = () => false

const shapeOf = (ast: AST.AST): Fits => {
  switch (ast._tag) {
    case "Unknown":
      return () => true
    case "Null":
      return (value) => value === null
    case "String":
      return (value) => typeof value === "string"
    case "Number":
      return (value) => typeof value === "number"
    case "Boolean":
      return (value) => typeof value === "boolean"
    case "Literal": {
      const { literal } = ast
      return (value) => value === literal
    }
    case "Union":
      return ast.options?.mode === "oneOf" ? cannotTell : unionOf(ast.types)
    case "Arrays":
      return listOf(ast)
    case "Objects":
      return objectOf(ast)
    default:
      return cannotTell
  }
}

const checked = (ast: AST.AST, shape: Fits): Fits => {
  const { checks } = ast
  if (checks === undefined) return shape
  const filters = checks.flatMap((check) => (check._tag === "Filter" ? [check] : []))
  if (filters.length < checks.length) return cannotTell
  return (value) => shape(value) && filters.every(({ run }) => run(value, ast, {}) === undefined)
}

/** Members that a field `type` tells apart are not tried one after the other. */
const unionOf = (types: ReadonlyArray<AST.AST>): Fits => {
  const members = types.map(fitsOf)
  const byType = new Map(types.flatMap((type, i) => typesOf(type).map((name) => [name, members[i] ?? cannotTell] as const)))
  if (byType.size === types.length) return (value) => isRecord(value) && (byType.get(value["type"])?.(value) ?? false)
  return (value) => members.some((member) => member(value))
}

const typesOf = (ast: AST.AST): ReadonlyArray<unknown> => {
  const type = ast._tag === "Objects" ? ast.propertySignatures.find(({ name }) => name === "type")?.type : undefined
  return type?._tag === "Literal" ? [type.literal] : []
}

const listOf = ({ elements, rest }: AST.Arrays): Fits => {
  const [each, ...behind] = rest
  if (each === undefined || elements.length > 0 || behind.length > 0) return cannotTell
  const item = fitsOf(each)
  return (value) => Array.isArray(value) && value.every(item)
}

const objectOf = ({ propertySignatures, indexSignatures }: AST.Objects): Fits => {
  const fields = propertySignatures.map(({ name, type }) => ({
    name: String(name),
    fits: fitsOf(type),
    isOptional: type.context?.isOptional === true,
  }))
  const [others, ...more] = indexSignatures
  if (more.length > 0 || (others !== undefined && (others.parameter._tag !== "String" || others.parameter.checks !== undefined)))
    return cannotTell
  const known = new Set(fields.map(({ name }) => name))
  const other = others && fitsOf(others.type)
  const takesAny = others?.type._tag === "Unknown"
  // A Schema without a word on other fields leaves them out of what it reads.
  const takes = (value: Record<string, unknown>, name: string): boolean => (other === undefined ? known.has(name) : other(value[name]))
  return (value) => {
    if (!isRecord(value)) return false
    for (const { name, fits: field, isOptional } of fields) {
      const item = value[name]
      if (item === undefined ? !isOptional || Object.hasOwn(value, name) : !field(item)) return false
    }
    return takesAny || Object.keys(value).every((name) => takes(value, name))
  }
}
