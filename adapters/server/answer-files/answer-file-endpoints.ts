// A file that a respondent sends to answer with: what it is, is seen by its content (adapters/contract/public-page-contract.ts `keepFile`).
import type { FastifyRequest } from "fastify"
import type { Transaction } from "kysely"
import { fileKindOf } from "../../../domain/assets/upload-validation.ts"
import { isAnswerAwaited } from "../../../domain/chat/conversation-record.ts"
import { maxFileBytes } from "../../../domain/conversations/conversation-limits.ts"
import { toSafeFileName } from "../../../domain/files/script-file.ts"
import { getOwnField } from "../../../domain/json/json-value.ts"
import { accessKeyPattern } from "../../../domain/links/access-key.ts"
import { type FileOptions, findAcceptedExtension, getAcceptedExtensions } from "../../../domain/questions/file-question.ts"
import * as contract from "../../contract/public-page-contract.ts"
import { guardAccessKey, type LockedConversation, lockConversation } from "../conversations/conversation-progress.ts"
import type { Tables } from "../database/tables.ts"
import { publicEndpoint } from "../http/endpoint-handler.ts"
import { badRequest, HttpError, notFound } from "../http/http-error.ts"
import { sanitizeSvgFile } from "../uploads/upload-repository.ts"
import { storeAnswerFile } from "./answer-file-repository.ts"

const limits = { fileSize: maxFileBytes.perFile, files: 1, fields: 2, parts: 3, fieldSize: 200, headerPairs: 20 }

/** What stands before a file: whose it is, and of which question. */
type UploadTarget = { readonly pass: string; readonly uuid: string }
type Sent = { readonly about: UploadTarget; readonly held: LockedConversation; readonly name: string; readonly content: Buffer }

const tooLarge = () => new HttpError(413, { message: "This file is larger than the server takes." })

/** Nothing of a file is read before it is admitted: who has no conversation cannot fill the memory. */
const readUpload = async (request: FastifyRequest, admit: (about: UploadTarget) => Promise<LockedConversation>): Promise<Sent> => {
  if (!request.isMultipart()) throw new HttpError(415, { message: "Files come as multipart/form-data." })
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
    throw badRequest("The body is no file.")
  }
  refuseWith(refusal)
  if (sent === null) throw badRequest("The body has no file.")
  return sent
}

const refuseWith = (refusal: { readonly error: unknown } | null): void => {
  if (refusal !== null) throw refusal.error
}

/** What is kept of a file, and the ending that it gets; null where the question does not take its kind. */
const checkContent = (content: Buffer, options: FileOptions): { readonly content: Buffer; readonly ending: string } | null => {
  const found = fileKindOf(content)
  const ending = found === null ? undefined : findAcceptedExtension(options, found.ending)
  if (ending === undefined) return null
  const kept = found?.ending === "svg" ? sanitizeSvgFile(content) : content
  return kept === null ? null : { content: kept, ending }
}

/** The options of the file question that the conversation waits for; a 422 where it waits for no file there, a 409 where it does no more. */
const requireFileQuestion = ({ script, record }: LockedConversation, uuid: string): FileOptions => {
  const question = script.authored.instructions.find((it) => it.uuid === uuid)?.question
  const isWaiting = isAnswerAwaited(record, uuid)
  if (question?.type === "file" && !isWaiting && getOwnField(record?.state.answers ?? {}, uuid) !== undefined)
    throw new HttpError(409, { message: "This question was answered already." })
  if (question?.type !== "file" || !isWaiting) throw new HttpError(422, { message: "answer.shape", values: {} })
  return question.options ?? {}
}

const requireQuota = async (change: Transaction<Tables>, { row }: LockedConversation, bytes: number): Promise<void> => {
  const { sum } = await change
    .selectFrom("answer_files")
    .select((its) => its.fn.sum("bytes").as("sum"))
    .where("script_id", "=", row.script_id)
    .where("conversation_id", "=", row.id)
    .executeTakeFirstOrThrow()
  if (Number(sum ?? 0) + bytes > maxFileBytes.perConversation) throw tooLarge()
}

export const answerFileUploadEndpoint = publicEndpoint(
  contract.uploadFile,
  async (context, { request }) => {
    /** Does what is done for the conversation of a pass, within a change that holds it. */
    const holding = <A>({ pass }: UploadTarget, work: (pass: string) => Promise<A>): Promise<A> => {
      if (!accessKeyPattern.test(pass)) throw notFound()
      return guardAccessKey(context, { accessKey: pass, ip: request.ip }, () => work(pass))
    }
    const { about, held, name, content } = await readUpload(request, async (it) => {
      const found = await holding(it, (pass) => context.database.transact((change) => lockConversation(context, change, pass)))
      await context.crowd.count("file", found.row.id, context.now())
      await context.crowd.count("upload", request.ip, context.now())
      requireFileQuestion(found, it.uuid)
      return found
    })
    const options = requireFileQuestion(held, about.uuid)
    if (content.length === 0) throw new HttpError(422, { message: "answer.file-empty" })
    const file = checkContent(content, options)
    if (file === null)
      throw new HttpError(422, { message: "answer.file-kind", values: { kinds: getAcceptedExtensions(options).join(", ") } })
    const called = `${toSafeFileName(name.replace(/\.[^.]*$/, ""))}.${file.ending}`
    const { script_id: script, community_id: community, id: conversation } = held.row
    const id = await holding(about, (pass) =>
      storeAnswerFile(
        context,
        { community, script, conversation, instruction: about.uuid, name: called, content: file.content },
        // A body may take long: meanwhile the conversation may have been erased, or have got other files.
        async (change) => requireQuota(change, await lockConversation(context, change, pass), file.content.length),
      ),
    )
    if (id === null) throw notFound()
    return { name: `${id}/${called}` }
  },
  { bodyLimit: maxFileBytes.perFile + 64 * 1024 },
)
