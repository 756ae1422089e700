// `check FILE --prove "a & b"` and `run FILE --to LABEL`: whether instructions can be shown, with answers that lead there.

import { type Proof, type ProofReason, proveShown } from "../../domain/check/proofs.ts"
import { getInstructionName, toNameKey } from "../../domain/script/instruction-name.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { nearestName } from "../../domain/text/name-search.ts"
import { metadataLabel } from "./chat-player.ts"
import { formatExample } from "./check-reports.ts"
import { loadScript } from "./input-files.ts"
import { CommandFailed, escapeControlCharacters, printLine } from "./terminal-output.ts"

/** Prints whether one conversation can show all instructions named in `text`, separated by `&`. Returns exit code 0 if one can. */
export const runProof = async (
  file: string,
  text: string,
  { isJson, isUnsealed }: { readonly isJson: boolean; readonly isUnsealed: boolean },
): Promise<number> => {
  const script = await loadScript(file, isUnsealed)
  if (script === null) return 1
  const places = text.split(/&+/).map((label) => findPlace(script, label))
  const proof = proveShown(script, places)
  for (const line of isJson ? [JSON.stringify(toJson(proof))] : formatProof(script, proof)) printLine(escapeControlCharacters(line))
  return proof._tag === "Possible" ? 0 : 1
}

/** Prints answers that lead to the instruction with this name, as `run --answers` reads them. Returns exit code 0 if there are some. */
export const runToLabel = async (file: string, label: string): Promise<number> => {
  const script = await loadScript(file)
  if (script === null) return 1
  const proof = proveShown(script, [findPlace(script, label)])
  if (proof._tag !== "Possible") {
    for (const line of formatProof(script, proof)) console.error(escapeControlCharacters(line))
    return 1
  }
  const { answers, metadata } = proof.example
  const hasMetadata = Object.keys(metadata).length > 0
  if (hasMetadata && script.instructions.some((it) => toNameKey(getInstructionName(it)) === metadataLabel))
    throw new CommandFailed(`an instruction is called ${metadataLabel}, so that a file of answers cannot hold the metadata that this needs`)
  printLine(escapeControlCharacters(JSON.stringify({ ...(hasMetadata && { [metadataLabel]: metadata }), ...answers })))
  return 0
}

const findPlace = ({ instructions }: AuthoredScript, label: string): number => {
  const names = instructions.map(getInstructionName)
  if (label.trim() === "") throw new CommandFailed("the name of an instruction is missing")
  const place = names.findIndex((name) => toNameKey(name) === toNameKey(label.trim()))
  if (place !== -1) return place
  const nearest = nearestName(label.trim(), names)
  throw new CommandFailed(`no instruction is called ${label.trim()}${nearest === null ? "" : `; did you mean ${nearest}?`}`)
}

const toJson = (proof: Proof) => {
  switch (proof._tag) {
    case "Possible":
      return { verdict: "possible", example: proof.example }
    case "Impossible":
      return { verdict: "impossible", because: proof.because.map((it) => ({ ...it, pointer: `/payload${it.pointer}` })) }
    case "Unknown":
      return { verdict: "unknown" }
  }
}

const formatProof = ({ instructions }: AuthoredScript, proof: Proof): ReadonlyArray<string> => {
  switch (proof._tag) {
    case "Possible":
      return [`possible (${formatExample(proof.example)})`]
    case "Impossible":
      return ["impossible", ...proof.because.map((reason) => formatReason(instructions, reason))]
    case "Unknown":
      return ["unknown: the check could not tell"]
  }
}

const formatReason = (instructions: AuthoredScript["instructions"], { pointer, condition, kind }: ProofReason): string => {
  const instruction = instructions[Number(pointer.split("/")[2])]
  const name = instruction === undefined ? pointer : getInstructionName(instruction)
  switch (kind) {
    case "condition":
      return `  ${name}: ${condition === "" ? "is always shown" : condition}`
    case "end":
      return `  ${name}: ends the chat${condition === "" ? "" : ` if ${condition}`}`
    case "empty":
      return `  ${name}: has no type yet`
    case "unreadable":
      return `  ${name}: has a condition that cannot be read: ${condition}`
  }
}
