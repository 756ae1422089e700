/** @jsxImportSource preact */
// Files: taken with the camera, or picked on the device. They are sent as they are picked, and answered with when all are there.
import { getAcceptedExtensions, isButtonEnabled } from "../../../domain/questions/file-question.ts"
import { ChatIcon } from "../ChatIcon.tsx"
import { useChatTexts } from "../chat-texts.ts"
import { focusAnswerArea, followEnd } from "../focus-and-scrolling.ts"
import { AnswerForm, type ControlPropsOf } from "./AnswerForm.tsx"

export const FileControl = ({
  question,
  labelId,
  problemId,
  onSubmit,
  files: { files, picked, isSending },
  send,
}: ControlPropsOf<"file">) => {
  const { words } = useChatTexts()
  const options = question.options ?? {}
  const field = {
    type: "file",
    accept: getAcceptedExtensions(options)
      .map((kind) => `.${kind}`)
      .join(","),
    // Disabled it would lose the focus.
    "aria-disabled": isSending,
    "aria-describedby": problemId,
    onClick: (event: MouseEvent) => isSending && event.preventDefault(),
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      const chosen = [...(currentTarget.files ?? [])]
      currentTarget.value = ""
      if (chosen.length > 0) send({ type: "files.add", files: chosen })
    },
  } as const
  return (
    <AnswerForm label={labelId} canSend={files.length > 0 && !isSending} onSend={() => onSubmit(files.map(({ name }) => name))}>
      <div class="file-buttons">
        {isButtonEnabled(options, "camera") && (
          <label class="choice file-button">
            <ChatIcon name="camera" />
            <span>{options.fileUploadCameraText || words("give.camera")}</span>
            <input {...field} accept="image/*" capture="environment" />
          </label>
        )}
        {isButtonEnabled(options, "library") && (
          <label class="choice file-button">
            <ChatIcon name="library" />
            <span>{options.fileUploadLibraryText || words("give.library")}</span>
            <input {...field} multiple />
          </label>
        )}
      </div>
      {files.length > 0 && (
        <ul class="files">
          {files.map(({ name, label: called }) => (
            <li key={name} ref={followEnd}>
              <ChatIcon name="file" />
              <span>{called}</span>
              <button
                class="round"
                type="button"
                aria-label={words("give.file.remove", { name: called })}
                onClick={() => {
                  send({ type: "file.remove", name })
                  focusAnswerArea()
                }}
              >
                <ChatIcon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <output class="hint">{isSending && words("give.file.sending", { name: picked.map(({ name }) => name).join(", ") })}</output>
    </AnswerForm>
  )
}
