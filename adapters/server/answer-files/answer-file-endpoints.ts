// A file that a respondent sends to answer with: what it is, is seen by its content (adapters/contract/public-page-contract.ts `keepFile`).
import type { FastifyRequest } from "fastify"
import type { Transaction } from "kysely"
import { fileKindOf } from "../../../domain/assets/upload-validation.ts"
import { isAwaited } from "../../../domain/chat/conversation-record.ts"
import { mostFileBytes } from "../../../domain/conversations/conversation-limits.ts"
import { safeName } from "../../../domain/files/script-file.ts"
import { ownField } from "../../../domain/json/json-value.ts"
import { passPattern } from "../../../domain/links/access-key.ts"
import { extensionFor, extensionsOf, type FileOptions } from "../../../domain/questions/file-question.ts"
import * as contract from "../../contract/public-page-contract.ts"
import { type Held, hold, withPass } from "../conversations/conversation-progress.ts"
import type { Tables } from "../database/tables.ts"
import { anybody } from "../http/endpoint-handler.ts"
import { malformed, missing, Trouble } from "../http/http-error.ts"
import { cleanDrawing } from "../uploads/upload-repository.ts"
import { keepAnswerFile } from "./answer-file-repository.ts"

const limits = { fileSize: mostFileBytes.one, files: 1, fields: 2, parts: 3, fieldSize: 200, headerPairs: 20 }

/** What stands before a file: whose it is, and of which question. */
type About = { readonly pass: string; readonly uuid: string }
type Sent = { readonly about: About; readonly held: Held; readonly name: string; readonly content: Buffer }

const tooLarge = () => new Trouble(413, { message: "This file is larger than the server takes." })

/** Nothing of a file is read before it is admitted: who has no conversation cannot fill the memory. */
const sentIn = async (request: FastifyRequest, admit: (about: About) => Promise<Held>): Promise<Sent> => {
  if (!request.isMultipart()) throw new Trouble(415, { message: "Files come as multipart/form-data." })
  const fields = new Map<string, string>()
  let sent: Sent | null = null
  // A refusal is the call's own; what else is thrown here is about the body.
  let refusal: { readonly error: unknown } | null = null
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== "file") fields.set(part.fieldname, String(part.value))
      else {
        const about = { pass: fields.get("pass") ?? "", uuid: fields.get("uuid") ?? "" }
        const held = await admit(about).catch((error: unknown) => {
          refusal = { error }
          return null
        })
        if (held === null) {
          part.file.resume()
          break
        }
        // What has a type of files and no name is one, too.
        sent = { about, held, name: String(part.filename ?? ""), content: await part.toBuffer() }
      }
    }
  } catch (error) {
    if (error instanceof Error && "statusCode" in error && error.statusCode === 413) throw tooLarge()
    throw malformed("The body is no file.")
  }
  refuseWith(refusal)
  if (sent === null) throw malformed("The body has no file.")
  return sent
}

const refuseWith = (refusal: { readonly error: unknown } | null): void => {
  if (refusal !== null) throw refusal.error
}

/** What is kept of a file, and the ending that it gets; null where the question does not take its kind. */
const checked = (content: Buffer, options: FileOptions): { readonly content: Buffer; readonly ending: string } | null => {
  const found = fileKindOf(content)
  const ending = found === null ? undefined : extensionFor(options, found.ending)
  if (ending === undefined) return null
  const kept = found?.ending === "svg" ? cleanDrawing(content) : content
  return kept === null ? null : { content: kept, ending }
}

/** The options of the file question that the conversation waits for; a 422 where it waits for no file there, a 409 where it does no more. */
const askedFor = ({ script, record }: Held, uuid: string): FileOptions => {
  const question = script.authored.instructions.find((it) => it.uuid === uuid)?.question
  const isWaiting = isAwaited(record, uuid)
  if (question?.type === "file" && !isWaiting && ownField(record?.state.answers ?? {}, uuid) !== undefined)
    throw new Trouble(409, { message: "This question was answered already." })
  if (question?.type !== "file" || !isWaiting) throw new Trouble(422, { message: "answer.shape", values: {} })
  return question.options ?? {}
}

const refuseTooMuch = async (change: Transaction<Tables>, { row }: Held, bytes: number): Promise<void> => {
  const { sum } = await change
    .selectFrom("answer_files")
    .select((its) => its.fn.sum("bytes").as("sum"))
    .where("script_id", "=", row.script_id)
    .where("conversation_id", "=", row.id)
    .executeTakeFirstOrThrow()
  if (Number(sum ?? 0) + bytes > mostFileBytes.together) throw tooLarge()
}

export const keepFileCall = anybody(
  contract.keepFile,
  async (house, { request }) => {
    /** Does what is done for the conversation of a pass, within a change that holds it. */
    const holding = <A>({ pass }: About, work: (pass: string) => Promise<A>): Promise<A> => {
      if (!passPattern.test(pass)) throw missing()
      return withPass(house, { pass, ip: request.ip }, () => work(pass))
    }
    const { about, held, name, content } = await sentIn(request, async (it) => {
      const found = await holding(it, (pass) => house.database.transact((change) => hold(house, change, pass)))
      await house.crowd.count("file", found.row.id, house.now())
      await house.crowd.count("upload", request.ip, house.now())
      askedFor(found, it.uuid)
      return found
    })
    const options = askedFor(held, about.uuid)
    if (content.length === 0) throw new Trouble(422, { message: "answer.file-empty" })
    const file = checked(content, options)
    if (file === null) throw new Trouble(422, { message: "answer.file-kind", values: { kinds: extensionsOf(options).join(", ") } })
    const called = `${safeName(name.replace(/\.[^.]*$/, ""))}.${file.ending}`
    const { script_id: script, community_id: community, id: conversation } = held.row
    const id = await holding(about, (pass) =>
      keepAnswerFile(
        house,
        { community, script, conversation, instruction: about.uuid, name: called, content: file.content },
        // A body may take long: meanwhile the conversation may have been erased, or have got other files.
        async (change) => refuseTooMuch(change, await hold(house, change, pass), file.content.length),
      ),
    )
    if (id === null) throw missing()
    return { name: `${id}/${called}` }
  },
  { bodyLimit: mostFileBytes.one + 64 * 1024 },
)
