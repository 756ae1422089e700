// Endpoint of the chat page that uploads a file for an answer. The kind of a file is detected from its content.
import type { FastifyRequest } from "fastify"
import type { Transaction } from "kysely"
import { detectFileKind } from "../../../domain/assets/upload-validation.ts"
import { isAnswerAwaited } from "../../../domain/chat/conversation-record.ts"
import { printAnswerFile } from "../../../domain/conversations/answer-file.ts"
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

/** The form fields before the file: the access key of the conversation, and the uuid of the question. */
type UploadTarget = { readonly pass: string; readonly uuid: string }
type ReceivedUpload = {
  readonly target: UploadTarget
  readonly conversation: LockedConversation
  readonly name: string
  readonly content: Buffer
}

const tooLarge = () => new HttpError(413, { message: "This file is larger than the server takes." })

/** The file part is not read before the caller is authorized: a caller without a conversation cannot fill the memory. */
const readUpload = async (
  request: FastifyRequest,
  authorize: (target: UploadTarget) => Promise<LockedConversation>,
): Promise<ReceivedUpload> => {
  if (!request.isMultipart()) throw new HttpError(415, { message: "Files come as multipart/form-data." })
  const fields = new Map<string, string>()
  let upload: ReceivedUpload | null = null
  // Errors of `authorize` are kept apart, because other errors that are thrown here are about the body.
  let authorizationError: { readonly error: unknown } | null = null
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== "file") fields.set(part.fieldname, String(part.value))
      else {
        const target = { pass: fields.get("pass") ?? "", uuid: fields.get("uuid") ?? "" }
        const conversation = await authorize(target).catch((error: unknown) => {
          authorizationError = { error }
          return null
        })
        if (conversation === null) {
          part.file.resume()
          break
        }
        // A part with a content type counts as a file even without a file name.
        upload = { target, conversation, name: String(part.filename ?? ""), content: await part.toBuffer() }
      }
    }
  } catch (error) {
    if (error instanceof Error && "statusCode" in error && error.statusCode === 413) throw tooLarge()
    throw badRequest("The body is no file.")
  }
  rethrow(authorizationError)
  if (upload === null) throw badRequest("The body has no file.")
  return upload
}

const rethrow = (caught: { readonly error: unknown } | null): void => {
  if (caught !== null) throw caught.error
}

/** Returns the content to store and the file's extension, or null if the question does not accept this kind of file. */
const checkContent = (content: Buffer, options: FileOptions): { readonly content: Buffer; readonly ending: string } | null => {
  const kind = detectFileKind(content)
  const ending = kind === null ? undefined : findAcceptedExtension(options, kind.ending)
  if (ending === undefined) return null
  const sanitized = kind?.ending === "svg" ? sanitizeSvgFile(content) : content
  return sanitized === null ? null : { content: sanitized, ending }
}

/**
 * Returns the options of the file question that the conversation is waiting for. Throws 409 if the question was answered
 * already, 422 if no file is expected for it.
 */
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
    .select((eb) => eb.fn.sum("bytes").as("sum"))
    .where("script_id", "=", row.script_id)
    .where("conversation_id", "=", row.id)
    .executeTakeFirstOrThrow()
  if (Number(sum ?? 0) + bytes > maxFileBytes.perConversation) throw tooLarge()
}

export const answerFileUploadEndpoint = publicEndpoint(
  contract.uploadFile,
  async (context, { request }) => {
    /** Runs work that needs a valid access key, and counts guessed keys. */
    const withAccessKey = <A>({ pass: accessKey }: UploadTarget, work: (accessKey: string) => Promise<A>): Promise<A> => {
      if (!accessKeyPattern.test(accessKey)) throw notFound()
      return guardAccessKey(context, { accessKey, ip: request.ip }, () => work(accessKey))
    }
    const { target, conversation, name, content } = await readUpload(request, async (uploadTarget) => {
      const locked = await withAccessKey(uploadTarget, (accessKey) =>
        context.database.transact((change) => lockConversation(context, change, accessKey)),
      )
      await context.rateLimits.count("file", locked.row.id, context.now())
      await context.rateLimits.count("upload", request.ip, context.now())
      requireFileQuestion(locked, uploadTarget.uuid)
      return locked
    })
    const options = requireFileQuestion(conversation, target.uuid)
    if (content.length === 0) throw new HttpError(422, { message: "answer.file-empty" })
    const file = checkContent(content, options)
    if (file === null)
      throw new HttpError(422, { message: "answer.file-kind", values: { kinds: getAcceptedExtensions(options).join(", ") } })
    const fileName = `${toSafeFileName(name.replace(/\.[^.]*$/, ""))}.${file.ending}`
    const { script_id: script, community_id: community, id: conversationId } = conversation.row
    const id = await withAccessKey(target, (accessKey) =>
      storeAnswerFile(
        context,
        { community, script, conversation: conversationId, instruction: target.uuid, name: fileName, content: file.content },
        // The upload may take long; meanwhile the conversation may have been erased or received other files.
        async (change) => requireQuota(change, await lockConversation(context, change, accessKey), file.content.length),
      ),
    )
    if (id === null) throw notFound()
    return { name: printAnswerFile({ id, name: fileName }) }
  },
  { bodyLimit: maxFileBytes.perFile + 64 * 1024 },
)
