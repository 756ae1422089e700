// What keeps a value from having the shape a Schema asks for, as findings with pointers (contract "Command line tool"; decisions F7).

import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"
import type { Issue } from "effect/SchemaIssue"
import type { Finding } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"
import { invalidJsonFindings, isRecord, toJsonPointer } from "../json/json-parser.ts"

// Whether a JSON value has the shape of a Schema already, told in a fraction of the time that decoding takes. It says yes only where decoding
// would give the same value; where it says no, the Schema itself has to be asked, and says what is wrong.

type Fits = (value: unknown) => boolean

/** Whether decoding the JSON value gives an equal value; false also where that cannot be told, as for Schemas that change what they read. */
export const matchesSchema = <A>(schema: Schema.Codec<A, unknown>, value: unknown): value is A => fitsOf(schema.ast)(value)

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

type DecodeResult<A> =
  | { readonly value: A; readonly findings?: never }
  | { readonly value?: never; readonly findings: ReadonlyArray<Finding> }

/** The value in the Schema's shape, or a finding `structure` for each place that is not; `at` is where the value stands in its file. */
export const decodeUnknown = <A>(schema: Schema.Codec<A, unknown>, value: unknown, at = ""): DecodeResult<A> => {
  const faults = invalidJsonFindings(value, at)
  return faults.length > 0 ? { findings: faults } : decodeJson(schema, value, at)
}

/** The same for a value that `readJson` has found nothing wrong with. */
export const decodeJson = <A>(schema: Schema.Codec<A, unknown>, value: unknown, at = ""): DecodeResult<A> => {
  if (matchesSchema(schema, value)) return { value }
  const result = Schema.decodeUnknownResult(schema, { errors: "all" })(value)
  if (Result.isSuccess(result)) return { value: result.success }
  return { findings: issueFindings(result.failure.issue, [], value).map((it) => ({ ...it, pointer: at + it.pointer })) }
}

type Path = ReadonlyArray<PropertyKey>

const issueFindings = (issue: Issue, path: Path, whole: unknown): ReadonlyArray<Finding> => {
  switch (issue._tag) {
    case "Pointer":
      return issueFindings(issue.issue, [...path, ...issue.path], whole)
    case "Composite":
      return lastPerPointer(issue.issues.flatMap((it) => issueFindings(it, path, whole)))
    case "Encoding":
      return issueFindings(issue.issue, path, whole)
    case "MissingKey":
      return [createFinding("structure", toJsonPointer(...path), "finding.shape.missing")]
    case "InvalidType":
      return [wants(issue.ast, path)]
    case "AnyOf": {
      const [only, ...others] = issue.issues
      return only !== undefined && others.length === 0 ? issueFindings(only, path, whole) : [wantsOne(issue.ast, path, whole)]
    }
    case "Filter":
      return [checkFailed(issue.filter, path)]
    case "InvalidValue":
    case "UnexpectedKey":
    case "Forbidden":
    case "OneOf":
      return [createFinding("structure", toJsonPointer(...path), "finding.shape.other")]
  }
}

/** Of several checks that one place fails, what the last one says: the bounds of a number, not that it is too large to be whole. */
const lastPerPointer = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => [
  ...new Map(findings.map((it) => [it.pointer, it])).values(),
]

const checkFailed = ({ annotations }: AST.Filter<unknown>, path: Path): Finding => {
  if (annotations?.["expected"] === "an integer") return createFinding("structure", toJsonPointer(...path), "finding.shape.whole")
  const bounds = boundsIn(annotations?.["representation"])
  return bounds === undefined
    ? createFinding("structure", toJsonPointer(...path), "finding.shape.other")
    : createFinding("structure", toJsonPointer(...path), "finding.shape.between", bounds)
}

/** The bounds of `Schema.isBetween`, as it says them of itself. */
const boundsIn = (representation: unknown): { readonly least: number; readonly most: number } | undefined => {
  if (!isRecord(representation) || representation["id"] !== "effect/schema/isBetween" || !isRecord(representation["payload"]))
    return undefined
  const { minimum: least, maximum: most } = representation["payload"]
  return typeof least === "number" && typeof most === "number" ? { least, most } : undefined
}

const kinds = {
  String: "finding.shape.text",
  Number: "finding.shape.number",
  Boolean: "finding.shape.flag",
  Arrays: "finding.shape.list",
  Objects: "finding.shape.object",
} as const

const isKind = (tag: string): tag is keyof typeof kinds => tag in kinds

const wants = (ast: AST.AST, path: Path): Finding => {
  const members = membersOf(ast)
  const literals = members.flatMap((it) => (it._tag === "Literal" ? [String(it.literal)] : []))
  if (literals.length > 0 && literals.length === members.length) return oneOf(literals, path)
  const tags = [...new Set(members.map(({ _tag }) => _tag))]
  const [tag = "", ...others] = tags
  return createFinding("structure", toJsonPointer(...path), others.length === 0 && isKind(tag) ? kinds[tag] : "finding.shape.other")
}

/** Of several shapes that a field `type` tells apart, the fault is in that field. */
const wantsOne = (ast: AST.AST, path: Path, whole: unknown): Finding => {
  const types = membersOf(ast).map(typeOf)
  const value = at(whole, path)
  const known = types.filter((type) => type !== undefined)
  if (!isRecord(value) || known.length === 0 || known.length < types.length) return wants(ast, path)
  return Object.hasOwn(value, "type")
    ? oneOf(known, [...path, "type"])
    : createFinding("structure", toJsonPointer(...path, "type"), "finding.shape.missing")
}

const oneOf = (values: ReadonlyArray<string>, path: Path): Finding =>
  createFinding("structure", toJsonPointer(...path), "finding.shape.one-of", { values: values.join(", ") })

/** What a union is of, unions within it taken apart and null left out, which every field that may be missing may be. */
const membersOf = (ast: AST.AST): ReadonlyArray<AST.AST> =>
  ast._tag === "Union" ? ast.types.flatMap(membersOf) : ast._tag === "Null" || ast._tag === "Undefined" ? [] : [ast]

const typeOf = (ast: AST.AST): string | undefined => {
  const type = ast._tag === "Objects" ? ast.propertySignatures.find(({ name }) => name === "type")?.type : undefined
  return type?._tag === "Literal" ? String(type.literal) : undefined
}

const at = (whole: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, step) => (Array.isArray(value) ? value[Number(step)] : isRecord(value) ? value[String(step)] : undefined),
    whole,
  )
