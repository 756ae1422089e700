// Which findings are about which instruction, whatever has moved since they were found.
import type { Finding } from "../../domain/finding.ts"
import type { EditorContext } from "./setup.ts"

type Findings = ReadonlyArray<Finding>

const none: Findings = []
const grouped = new WeakMap<Findings, ReadonlyMap<string, Findings>>()

/** The findings of one instruction, by place in it. */
export const findingsOf = (context: Pick<EditorContext, "findings" | "checked">, uuid: string): Findings => group(context).get(uuid) ?? none

/** The uuid of the instruction that a finding is about; null for one about the script as a whole. */
export const aboutWhich = ({ checked }: Pick<EditorContext, "checked">, { pointer }: Finding): string | null => {
  const place = /^\/instructions\/(\d+)/.exec(pointer)?.[1]
  return place === undefined ? null : (checked.instructions[Number(place)]?.uuid ?? null)
}

/** What of its instruction a finding is about, `/label` for example. */
export const partOf = ({ pointer }: Finding): string => pointer.replace(/^\/instructions\/\d+/, "")

const group = (context: Pick<EditorContext, "findings" | "checked">): ReadonlyMap<string, Findings> => {
  const known = grouped.get(context.findings)
  if (known !== undefined) return known
  const made = new Map<string, Array<Finding>>()
  for (const finding of context.findings) {
    const uuid = aboutWhich(context, finding) ?? ""
    const list = made.get(uuid)
    if (list) list.push(finding)
    else made.set(uuid, [finding])
  }
  grouped.set(context.findings, made)
  return made
}
