// Findings of values that do not match a Schema, with JSON pointers [F7].
import type * as AST from "effect/SchemaAST"
import type { Issue } from "effect/SchemaIssue"
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { isRecord, toJsonPointer } from "../json/json-value.ts"

export type Path = ReadonlyArray<PropertyKey>

/** Returns the findings of a failed decoding; `root` is the decoded value, and `path` the place of the issue in it. */
export const issueFindings = (issue: Issue, path: Path, root: unknown): ReadonlyArray<Finding> => {
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

/** Returns the finding of a rule that a value of the right shape breaks. */
export const filterFinding = ({ annotations }: AST.Filter<unknown>, path: Path): Finding => {
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
