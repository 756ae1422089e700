// Endpoint of the chat page that uploads a file for an answer. The kind of a file is detected from its content.
import type { MultipartFile } from "@fastify/multipart"
import type { FastifyRequest } from "fastify"
import type { Transaction } from "kysely"
import { detectFileKind, fileKindBytes } from "../../../domain/assets/upload-validation.ts"
import { isAnswerAwaited } from "../../../domain/chat/conversation-record.ts"
import { printAnswerFile } from "../../../domain/conversations/answer-file.ts"
import { maxFileBytes } from "../../../domain/conversations/conversation-limits.ts"
import { getOwnField } from "../../../domain/json/json-value.ts"
import { accessKeyPattern } from "../../../domain/links/access-key.ts"
import { type FileOptions, findAcceptedExtension, getAcceptedExtensions } from "../../../domain/questions/file-question.ts"
import { toSafeFileName } from "../../../domain/text/text-input.ts"
import * as contract from "../../contract/public-page-contract.ts"
import { guardAccessKey, type LockedConversation, lockConversation } from "../conversations/conversation-progress.ts"
import type { Tables } from "../database/tables.ts"
import { publicEndpoint } from "../http/endpoint-handler.ts"
import { badRequest, HttpError, notFound } from "../http/http-error.ts"
import type { ServerContext } from "../server-context.ts"
import type { StagedFile } from "../storage/storage.ts"
import { type AdmittedUpload, discardUnreadBody } from "../uploads/upload-limits.ts"
import { sanitizeSvgFile } from "../uploads/upload-repository.ts"
import { storeAnswerFile } from "./answer-file-repository.ts"

const limits = { fileSize: maxFileBytes.perFile, files: 1, fields: 2, parts: 3, fieldSize: 200, headerPairs: 20 }

/** The form fields before the file: the access key of the conversation, and the uuid of the question. */
type UploadTarget = { readonly pass: string; readonly uuid: string }
type FilePart = { readonly target: UploadTarget; readonly file: MultipartFile }

const tooLarge = () => new HttpError(413, { message: "This file is larger than the server takes." })

/** Reads the body up to the content of its file. Whatever follows the file is ignored. */
const findFilePart = async (request: FastifyRequest): Promise<FilePart> => {
  if (!request.isMultipart()) throw new HttpError(415, { message: "Files come as multipart/form-data." })
  const fields = new Map<string, string>()
  try {
    for await (const part of request.parts({ limits })) {
      // A part with a content type counts as a file even without a file name.
      if (part.type === "file") return { target: { pass: fields.get("pass") ?? "", uuid: fields.get("uuid") ?? "" }, file: part }
      fields.set(part.fieldname, String(part.value))
    }
  } catch {
    discardUnreadBody(request)
    throw badRequest("The body is not a file.")
  }
  throw badRequest("The body has no file.")
}

/** Yields the content of a file; throws a 413 as soon as it is too large, and a 400 if it breaks off. */
async function* readContent({ file }: MultipartFile, upload: AdmittedUpload): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of upload.read(file)) {
      if (file.truncated) throw tooLarge()
      yield chunk
    }
  } catch (error) {
    throw error instanceof HttpError ? error : badRequest("The body is not a file.")
  }
  if (file.truncated) throw tooLarge()
}

/** Returns the content to store and the file's extension, or null if the question does not accept this kind of file. */
const checkContent = async (staged: StagedFile, options: FileOptions): Promise<AcceptedFile | null> => {
  const kind = detectFileKind(await staged.read(fileKindBytes))
  const ending = kind === null ? undefined : findAcceptedExtension(options, kind.ending)
  if (ending === undefined) return null
  const content = kind?.ending === "svg" ? sanitizeSvgFile(await staged.read()) : staged
  return content === null ? null : { content, ending }
}

type AcceptedFile = { readonly content: Buffer | StagedFile; readonly ending: string }

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

type Receiver = {
  readonly context: ServerContext
  readonly part: FilePart
  readonly conversation: LockedConversation
  /** Runs work that needs a valid access key, and counts guessed keys. */
  readonly withAccessKey: <A>(work: (accessKey: string) => Promise<A>) => Promise<A>
}

/** Receives the content of a file and stores it; returns the name by which an answer refers to it. */
const receiveFile = async ({ context, part, conversation, withAccessKey }: Receiver, options: FileOptions): Promise<string> => {
  const { target, file: received } = part
  context.requireSpaceForRespondents()
  const upload = context.uploadLimits.admit(conversation.row.id)
  try {
    const staged = await context.storage.stage(readContent(received, upload))
    try {
      if (staged.bytes === 0) throw new HttpError(422, { message: "answer.file-empty" })
      const file = await checkContent(staged, options)
      if (file === null)
        throw new HttpError(422, { message: "answer.file-kind", values: { kinds: getAcceptedExtensions(options).join(", ") } })
      const bytes = Buffer.isBuffer(file.content) ? file.content.length : file.content.bytes
      const name = `${toSafeFileName(String(received.filename ?? "").replace(/\.[^.]*$/, ""))}.${file.ending}`
      const { script_id: script, community_id: community, id: conversationId } = conversation.row
      await context.rateLimits.countForDay("fileKilobytes", script, Math.ceil(bytes / 1024), context.now())
      const id = await withAccessKey((accessKey) =>
        storeAnswerFile(
          context,
          { community, script, conversation: conversationId, instruction: target.uuid, name, content: file.content },
          // The upload may take long; meanwhile the conversation may have been erased or received other files.
          async (change) => requireQuota(change, await lockConversation(context, change, accessKey), bytes),
        ),
      )
      if (id === null) throw notFound()
      return printAnswerFile({ id, name })
    } finally {
      await staged.discard()
    }
  } finally {
    upload.end()
  }
}

export const answerFileUploadEndpoint = publicEndpoint(
  contract.uploadFile,
  async (context, { request }) => {
    const part = await findFilePart(request)
    const { target } = part
    const withAccessKey: Receiver["withAccessKey"] = (work) => {
      if (!accessKeyPattern.test(target.pass)) throw notFound()
      return guardAccessKey(context, { accessKey: target.pass, ip: request.ip }, () => work(target.pass))
    }
    try {
      // The content is not read before the caller is authorized: a caller without a conversation cannot fill the disk.
      const conversation = await withAccessKey((accessKey) =>
        context.database.transact((change) => lockConversation(context, change, accessKey)),
      )
      await context.rateLimits.count("file", conversation.row.id, context.now())
      await context.rateLimits.count("upload", request.ip, context.now())
      const options = requireFileQuestion(conversation, target.uuid)
      return { name: await receiveFile({ context, part, conversation, withAccessKey }, options) }
    } finally {
      discardUnreadBody(request)
    }
  },
  { bodyLimit: maxFileBytes.perFile + 64 * 1024 },
)
