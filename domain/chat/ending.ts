// How a conversation ends when it comes to an end instruction, or to none any more (spec/2-editor §3, §5; decisions A1, A2, E5).
import { metadataPlaceholder } from "../actions/end.ts"
import { namesHost, webAddress } from "../address.ts"
import type { Environment } from "../conditions/value.ts"
import { asText, fill, fillAddress } from "../recall/fill.ts"
import type { Instruction } from "../script/instruction.ts"
import type { Ending } from "./state.ts"

/** A conversation whose instructions are all done is finished, and stays open on the screen. */
export const usualEnding: Ending = { endType: "finished", endAction: "close", message: "", url: "" }

/** The ending that an instruction asks for. A redirect to what is no address of the web closes instead. */
export const endingOf = ({ action }: Instruction, environment: Environment): Ending => {
  if (action?.type !== "end") return usualEnding
  const { endType, endAction, message, url } = action.params
  const filled = webAddress(fillAddress((url ?? "").replaceAll(metadataPlaceholder, query(environment)), environment)) ?? ""
  const address = namesHost(filled) ? filled : ""
  const wished = endAction ?? (address === "" ? "close" : "redirect")
  const leads = wished === "redirect" && address !== ""
  return {
    endType: endType ?? "finished",
    endAction: wished === "redirect" && !leads ? "close" : wished,
    message: fill(message ?? "", "plain", environment),
    url: leads ? address : "",
  }
}

/** All metadata as a query. */
const query = ({ metadata }: Environment): string =>
  [...metadata]
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${encode(key)}=${encode(asText(value))}`)
    .join("&")

const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))
