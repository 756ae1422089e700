// Decodes a value with a Schema and reports mismatches as findings with JSON pointers [F7].

import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"
import type { Issue } from "effect/SchemaIssue"
import type { Finding } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"
import { invalidJsonFindings, isRecord, toJsonPointer } from "../json/json-parser.ts"

type Matcher = (value: unknown) => boolean

/**
 * Fast check whether a JSON value already matches a Schema. True only if decoding would return an equal value; if false, decode with the
 * Schema to learn what is wrong.
 */
export const matchesSchema = <A>(schema: Schema.Codec<A, unknown>, value: unknown): value is A => getMatcher(schema.ast)(value)

const matchers = new WeakMap<AST.AST, Matcher>()

const getMatcher = (ast: AST.AST): Matcher => {
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

const getTypeLiterals = (ast: AST.AST): ReadonlyArray<unknown> => {
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

type DecodeResult<A> =
  | { readonly value: A; readonly findings?: never }
  | { readonly value?: never; readonly findings: ReadonlyArray<Finding> }

/** Returns the decoded value, or a finding `structure` for each mismatch; `pointer` is that of the value in its file. */
export const decodeUnknown = <A>(schema: Schema.Codec<A, unknown>, value: unknown, pointer = ""): DecodeResult<A> => {
  const findings = invalidJsonFindings(value, pointer)
  return findings.length > 0 ? { findings } : decodeJson(schema, value, pointer)
}

/** The same for a value that `parseJson` accepted. */
export const decodeJson = <A>(schema: Schema.Codec<A, unknown>, value: unknown, pointer = ""): DecodeResult<A> => {
  if (matchesSchema(schema, value)) return { value }
  const result = Schema.decodeUnknownResult(schema, { errors: "all" })(value)
  if (Result.isSuccess(result)) return { value: result.success }
  return { findings: issueFindings(result.failure.issue, [], value).map((finding) => ({ ...finding, pointer: pointer + finding.pointer })) }
}

type Path = ReadonlyArray<PropertyKey>

const issueFindings = (issue: Issue, path: Path, root: unknown): ReadonlyArray<Finding> => {
  switch (issue._tag) {
    case "Pointer":
      return issueFindings(issue.issue, [...path, ...issue.path], root)
    case "Composite":
      return keepLastPerPointer(issue.issues.flatMap((inner) => issueFindings(inner, path, root)))
    case "Encoding":
      return issueFindings(issue.issue, path, root)
    case "MissingKey":
      return [createFinding("structure", toJsonPointer(...path), "finding.shape.missing")]
    case "InvalidType":
      return [typeFinding(issue.ast, path)]
    case "AnyOf": {
      const [only, ...others] = issue.issues
      return only !== undefined && others.length === 0 ? issueFindings(only, path, root) : [unionFinding(issue.ast, path, root)]
    }
    case "Filter":
      return [filterFinding(issue.filter, path)]
    case "InvalidValue":
    case "UnexpectedKey":
    case "Forbidden":
    case "OneOf":
      return [createFinding("structure", toJsonPointer(...path), "finding.shape.other")]
  }
}

/** If a place fails several checks, the last one is reported: the bounds of a number, not that it is too large to be an integer. */
const keepLastPerPointer = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => [
  ...new Map(findings.map((finding) => [finding.pointer, finding])).values(),
]

const filterFinding = ({ annotations }: AST.Filter<unknown>, path: Path): Finding => {
  if (annotations?.["expected"] === "an integer") return createFinding("structure", toJsonPointer(...path), "finding.shape.whole")
  const bounds = getBounds(annotations?.["representation"])
  return bounds === undefined
    ? createFinding("structure", toJsonPointer(...path), "finding.shape.other")
    : createFinding("structure", toJsonPointer(...path), "finding.shape.between", bounds)
}

/** Returns the bounds of `Schema.isBetween`, as its annotations describe them. */
const getBounds = (representation: unknown): { readonly least: number; readonly most: number } | undefined => {
  if (!isRecord(representation) || representation["id"] !== "effect/schema/isBetween" || !isRecord(representation["payload"]))
    return undefined
  const { minimum: least, maximum: most } = representation["payload"]
  return typeof least === "number" && typeof most === "number" ? { least, most } : undefined
}

const typeMessages = {
  String: "finding.shape.text",
  Number: "finding.shape.number",
  Boolean: "finding.shape.flag",
  Arrays: "finding.shape.list",
  Objects: "finding.shape.object",
} as const

const hasTypeMessage = (tag: string): tag is keyof typeof typeMessages => tag in typeMessages

const typeFinding = (ast: AST.AST, path: Path): Finding => {
  const members = listMembers(ast)
  const literals = members.flatMap((member) => (member._tag === "Literal" ? [String(member.literal)] : []))
  if (literals.length > 0 && literals.length === members.length) return allowedValuesFinding(literals, path)
  const tags = [...new Set(members.map(({ _tag }) => _tag))]
  const [tag = "", ...otherTags] = tags
  return createFinding(
    "structure",
    toJsonPointer(...path),
    otherTags.length === 0 && hasTypeMessage(tag) ? typeMessages[tag] : "finding.shape.other",
  )
}

/** If all members have a literal field `type`, the mismatch is reported at that field. */
const unionFinding = (ast: AST.AST, path: Path, root: unknown): Finding => {
  const types = listMembers(ast).map(getTypeLiteral)
  const value = getAtPath(root, path)
  const knownTypes = types.filter((type) => type !== undefined)
  if (!isRecord(value) || knownTypes.length === 0 || knownTypes.length < types.length) return typeFinding(ast, path)
  return Object.hasOwn(value, "type")
    ? allowedValuesFinding(knownTypes, [...path, "type"])
    : createFinding("structure", toJsonPointer(...path, "type"), "finding.shape.missing")
}

const allowedValuesFinding = (values: ReadonlyArray<string>, path: Path): Finding =>
  createFinding("structure", toJsonPointer(...path), "finding.shape.one-of", { values: values.join(", ") })

/** Returns the members of a type: nested unions are flattened, and null is dropped since every optional field may be null. */
const listMembers = (ast: AST.AST): ReadonlyArray<AST.AST> =>
  ast._tag === "Union" ? ast.types.flatMap(listMembers) : ast._tag === "Null" || ast._tag === "Undefined" ? [] : [ast]

const getTypeLiteral = (ast: AST.AST): string | undefined => {
  const type = ast._tag === "Objects" ? ast.propertySignatures.find(({ name }) => name === "type")?.type : undefined
  return type?._tag === "Literal" ? String(type.literal) : undefined
}

const getAtPath = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, segment) => (Array.isArray(value) ? value[Number(segment)] : isRecord(value) ? value[String(segment)] : undefined),
    root,
  )
