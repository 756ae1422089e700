// Checks whether a value matches a Schema without decoding it.
import type * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"
import { isRecord } from "../json/json-value.ts"

type Matcher = (value: unknown) => boolean

/**
 * Fast check whether a JSON value already matches a Schema. True only if decoding would return an equal value; if false, decode with the
 * Schema to learn what is wrong.
 */
export const matchesSchema = <A>(schema: Schema.Codec<A, unknown>, value: unknown): value is A => getMatcher(schema.ast)(value)

const matchers = new WeakMap<AST.AST, Matcher>()

/** Returns the matcher of a type, built once. */
export const getMatcher = (ast: AST.AST): Matcher => {
  const cached = matchers.get(ast)
  if (cached !== undefined) return cached
  const matcher = ast.encoding === undefined ? addChecks(ast, buildMatcher(ast)) : matchNothing
  matchers.set(ast, matcher)
  return matcher
}

const matchNothing: Matcher = () => false

const buildMatcher = (ast: AST.AST): Matcher => {
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
      return ast.options?.mode === "oneOf" ? matchNothing : matchUnion(ast.types)
    case "Arrays":
      return matchList(ast)
    case "Objects":
      return matchObject(ast)
    default:
      return matchNothing
  }
}

const addChecks = (ast: AST.AST, shape: Matcher): Matcher => {
  const { checks } = ast
  if (checks === undefined) return shape
  const filters = checks.flatMap((check) => (check._tag === "Filter" ? [check] : []))
  if (filters.length < checks.length) return matchNothing
  return (value) => shape(value) && filters.every(({ run }) => run(value, ast, {}) === undefined)
}

/** Members with a literal field `type` are looked up by it instead of being tried one by one. */
const matchUnion = (types: ReadonlyArray<AST.AST>): Matcher => {
  const members = types.map(getMatcher)
  const byType = new Map(types.flatMap((type, i) => getTypeLiterals(type).map((name) => [name, members[i] ?? matchNothing] as const)))
  if (byType.size === types.length) return (value) => isRecord(value) && (byType.get(value["type"])?.(value) ?? false)
  return (value) => members.some((member) => member(value))
}

/** Returns the literal of a type's field `type`, or an empty list if it has none. */
export const getTypeLiterals = (ast: AST.AST): ReadonlyArray<unknown> => {
  const type = ast._tag === "Objects" ? ast.propertySignatures.find(({ name }) => name === "type")?.type : undefined
  return type?._tag === "Literal" ? [type.literal] : []
}

const matchList = ({ elements, rest }: AST.Arrays): Matcher => {
  const [itemType, ...moreTypes] = rest
  if (itemType === undefined || elements.length > 0 || moreTypes.length > 0) return matchNothing
  const matchesItem = getMatcher(itemType)
  return (value) => Array.isArray(value) && value.every(matchesItem)
}

const matchObject = ({ propertySignatures, indexSignatures }: AST.Objects): Matcher => {
  const fields = propertySignatures.map(({ name, type }) => ({
    name: String(name),
    matches: getMatcher(type),
    isOptional: type.context?.isOptional === true,
  }))
  const [indexSignature, ...more] = indexSignatures
  if (
    more.length > 0 ||
    (indexSignature !== undefined && (indexSignature.parameter._tag !== "String" || indexSignature.parameter.checks !== undefined))
  )
    return matchNothing
  const knownNames = new Set(fields.map(({ name }) => name))
  const matchesOther = indexSignature && getMatcher(indexSignature.type)
  const acceptsAny = indexSignature?.type._tag === "Unknown"
  // A Schema without an index signature drops other fields when decoding.
  const acceptsField = (value: Record<string, unknown>, name: string): boolean =>
    matchesOther === undefined ? knownNames.has(name) : matchesOther(value[name])
  return (value) => {
    if (!isRecord(value)) return false
    for (const { name, matches: field, isOptional } of fields) {
      const item = value[name]
      if (item === undefined ? !isOptional || Object.hasOwn(value, name) : !field(item)) return false
    }
    return acceptsAny || Object.keys(value).every((name) => acceptsField(value, name))
  }
}
