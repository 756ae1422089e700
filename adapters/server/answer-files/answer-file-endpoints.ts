// Endpoint of the chat page that uploads a file for an answer. The kind of a file is detected from its content.
import type { MultipartFile } from "@fastify/multipart"
import type { FastifyRequest } from "fastify"
import type { Transaction } from "kysely"
import { detectFileKind, fileKindBytes } from "../../../domain/assets/upload-validation.ts"
import { isAnswerAwaited } from "../../../domain/chat/conversation-record.ts"
import { printAnswerFile } from "../../../domain/conversations/answer-file.ts"
import { maxFileBytes } from "../../../domain/conversations/conversation-limits.ts"
import { getOwnField } from "../../../domain/json/json-value.ts"
import { accessKeyPattern } from "../../../domain/links/respondent-urls.ts"
import { type FileOptions, findAcceptedExtension, getAcceptedExtensions } from "../../../domain/questions/file-question.ts"
import { toSafeFileName } from "../../../domain/text/text-input.ts"
import * as contract from "../../contract/public-page-contract.ts"
import { guardAccessKey, type LockedConversation, lockConversation } from "../conversations/conversation-progress.ts"
import type { Tables } from "../database/tables.ts"
import { publicEndpoint } from "../http/endpoint-handler.ts"
import { badRequest, HttpError, notFound } from "../http/http-error.ts"
import { toNetworkPrefix } from "../security/respondent-rate-limit.ts"
import type { ServerContext } from "../server-context.ts"
import { type StagedFile, withStagedFiles } from "../storage/storage.ts"
import { discardUnreadBody, fileTooLarge, readFileContent } from "../uploads/multipart-content.ts"
import { type FileChecking, sanitizeStagedSvg } from "../uploads/upload-repository.ts"
import { storeAnswerFile } from "./answer-file-repository.ts"

const limits = { fileSize: maxFileBytes.perFile, files: 1, fields: 2, parts: 3, fieldSize: 200, headerPairs: 20 }

/** The form fields before the file: the access key of the conversation, and the uuid of the question. */
type UploadTarget = { readonly pass: string; readonly uuid: string }
type FilePart = { readonly target: UploadTarget; readonly file: MultipartFile }

/** Reads the body up to the content of its file. Whatever follows the file is ignored. */
const findFilePart = async (request: FastifyRequest): Promise<FilePart> => {
  if (!request.isMultipart()) throw new HttpError(415, { message: "Files must be sent as multipart/form-data." })
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

/** Returns the content to store and the file's extension, or null if the question does not accept this kind of file. */
const checkContent = async (checking: FileChecking, staged: StagedFile, options: FileOptions): Promise<AcceptedFile | null> => {
  const kind = detectFileKind(await staged.read(fileKindBytes))
  const ending = kind === null ? undefined : findAcceptedExtension(options, kind.ending)
  if (ending === undefined) return null
  const content = kind?.ending === "svg" ? (await sanitizeStagedSvg(checking, { staged }))?.staged : staged
  return content === undefined ? null : { content, ending }
}

type AcceptedFile = { readonly content: StagedFile; readonly ending: string }

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
  if (Number(sum ?? 0) + bytes > maxFileBytes.perConversation) throw fileTooLarge()
}

type Receiver = {
  readonly context: ServerContext
  readonly ip: string
  readonly part: FilePart
  readonly conversation: LockedConversation
  /** Runs work that needs a valid access key, and counts guessed keys. */
  readonly withAccessKey: <A>(work: (accessKey: string) => Promise<A>) => Promise<A>
}

/** Receives the content of a file and stores it; returns the name by which an answer refers to it. */
const receiveFile = async ({ context, ip, part, conversation, withAccessKey }: Receiver, options: FileOptions): Promise<string> => {
  const { target, file: received } = part
  context.requireSpaceForRespondents()
  const upload = context.uploadLimits.admit("respondents", { id: conversation.row.id, network: toNetworkPrefix(ip) })
  try {
    return await withStagedFiles(context.storage, async (stage) => {
      const staged = await stage(readFileContent(received, upload))
      if (staged.bytes === 0) throw new HttpError(422, { message: "answer.file-empty" })
      const file = await checkContent({ ...context, stage }, staged, options)
      if (file === null)
        throw new HttpError(422, { message: "answer.file-kind", values: { kinds: getAcceptedExtensions(options).join(", ") } })
      const { content, ending } = file
      const name = `${toSafeFileName(String(received.filename ?? "").replace(/\.[^.]*$/, ""))}.${ending}`
      const { script_id: script, community_id: community, id: conversationId } = conversation.row
      const action = conversation.row.is_anonymous ? "anonymousFileKilobytes" : "personalFileKilobytes"
      await context.rateLimits.countForDay(action, { script, ip }, Math.ceil(content.bytes / 1024), context.now())
      const id = await withAccessKey((accessKey) =>
        storeAnswerFile(
          context,
          { community, script, conversation: conversationId, instruction: target.uuid, name, content },
          // The upload may take long; meanwhile the conversation may have been erased or received other files.
          async (change) => requireQuota(change, await lockConversation(context, change, accessKey), content.bytes),
        ),
      )
      if (id === null) throw notFound()
      return printAnswerFile({ id, name })
    })
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
      return { name: await receiveFile({ context, ip: request.ip, part, conversation, withAccessKey }, options) }
    } finally {
      discardUnreadBody(request)
    }
  },
  { bodyLimit: maxFileBytes.perFile + 64 * 1024 },
)
