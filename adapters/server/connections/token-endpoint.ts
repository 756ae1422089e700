// Asking an owner's server for tokens, and saying which client asks (RFC 6749 §2.3.1, §5).
import * as Schema from "effect/Schema"
import type { ConnectionPayload } from "../../../domain/connections/connection.ts"
import type { House } from "../house.ts"
import { type OutboundAnswer, OutboundError } from "../outbound/outbound.ts"
import type { ClientWay, Tokens } from "./connections.ts"

const TokenAnswer = Schema.fromJsonString(
  Schema.Struct({
    access_token: Schema.String,
    refresh_token: Schema.optionalKey(Schema.NullOr(Schema.String)),
    expires_in: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.Finite, Schema.NumberFromString]))),
  }),
)
const Refusal = Schema.fromJsonString(Schema.Struct({ error: Schema.String }))

/** The owner's word that what was given before is worth nothing any more (RFC 6749 §5.2). */
export const revoked = "revoked"

/** `way`: by which this owner's server knew the client the last time. */
type Grant = { readonly form: Readonly<Record<string, string>>; readonly way?: ClientWay | undefined }

/** [O11] What the owner's server gives for a grant; null where it gives nothing, for now. */
export const granted = async (
  house: Pick<House, "outbound" | "now">,
  connection: ConnectionPayload,
  { form, way = "header" }: Grant,
): Promise<Tokens | typeof revoked | null> => {
  try {
    const first = await asked(house, connection, form, way)
    if (!isClientUnknown(first)) return given(house, first, way)
    const other = otherWay[way]
    return given(house, await asked(house, connection, form, other), other)
  } catch (error) {
    if (error instanceof OutboundError) return null
    throw error
  }
}

const otherWay = { header: "body", body: "header" } as const satisfies Record<ClientWay, ClientWay>

const asked = (
  { outbound }: Pick<House, "outbound">,
  { fields }: ConnectionPayload,
  form: Readonly<Record<string, string>>,
  way: ClientWay,
): Promise<OutboundAnswer> => {
  const [client_id, client_secret] = [fields?.["clientId"] ?? "", fields?.["clientSecret"] ?? ""]
  const pair = Buffer.from(`${inForm(client_id)}:${inForm(client_secret)}`).toString("base64")
  return outbound({
    method: "POST",
    url: fields?.["tokenEndpoint"] ?? "",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
      ...(way === "header" && { authorization: `Basic ${pair}` }),
    },
    body: new URLSearchParams(way === "header" ? form : { ...form, client_id, client_secret }).toString(),
  })
}

/** A text as a form has it, which is also how the header has it (RFC 6749 §2.3.1). */
const inForm = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1)

const errorOf = ({ body }: OutboundAnswer): string | null => {
  const read = Schema.decodeUnknownResult(Refusal)(body)
  return read._tag === "Success" ? read.success.error : null
}

/** Whether the server did not see who the client is. One that does not read the header takes the request for one that lacks something. */
const isClientUnknown = (answer: OutboundAnswer): boolean =>
  answer.status === 401 || (answer.status === 400 && ["invalid_client", "invalid_request"].includes(errorOf(answer) ?? ""))

const given = ({ now }: Pick<House, "now">, answer: OutboundAnswer, way: ClientWay): Tokens | typeof revoked | null => {
  if (answer.status === 400 && errorOf(answer) === "invalid_grant") return revoked
  const read = Schema.decodeUnknownResult(TokenAnswer)(answer.body)
  if (answer.status !== 200 || read._tag === "Failure") return null
  const { access_token: access, refresh_token: refresh = null, expires_in: seconds = null } = read.success
  return { access, refresh, until: seconds === null ? null : instantAfter(now(), seconds), way }
}

/** Null for what is no time, or is beyond all dates. */
const instantAfter = (now: Date, seconds: number): string | null => {
  const at = new Date(now.getTime() + seconds * 1000)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
