/** @jsxImportSource preact */
// Control for file questions. Files are uploaded as soon as they are picked; the answer is sent when all uploads are done.
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
  files: { files, filesToUpload, isSending },
  send,
}: ControlPropsOf<"file">) => {
  const { words } = useChatTexts()
  const options = question.options ?? {}
  const inputProps = {
    type: "file",
    accept: getAcceptedExtensions(options)
      .map((extension) => `.${extension}`)
      .join(","),
    // Not `disabled`: a disabled input would lose the focus.
    "aria-disabled": isSending,
    "aria-describedby": problemId,
    onClick: (event: MouseEvent) => isSending && event.preventDefault(),
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      const newFiles = [...(currentTarget.files ?? [])]
      currentTarget.value = ""
      if (newFiles.length > 0) send({ type: "files.add", files: newFiles })
    },
  } as const
  return (
    <AnswerForm label={labelId} canSend={files.length > 0 && !isSending} onSend={() => onSubmit(files.map(({ name }) => name))}>
      <div class="file-buttons">
        {isButtonEnabled(options, "camera") && (
          <label class="choice file-button">
            <ChatIcon name="camera" />
            <span>{options.fileUploadCameraText}</span>
            <input {...inputProps} accept="image/*" capture="environment" />
          </label>
        )}
        {isButtonEnabled(options, "library") && (
          <label class="choice file-button">
            <ChatIcon name="library" />
            <span>{options.fileUploadLibraryText}</span>
            <input {...inputProps} multiple />
          </label>
        )}
      </div>
      {files.length > 0 && (
        <ul class="files">
          {files.map(({ name, label }) => (
            <li key={name} ref={followEnd}>
              <ChatIcon name="file" />
              <span>{label}</span>
              <button
                class="round"
                type="button"
                aria-label={words("give.file.remove", { name: label })}
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
      <output class="hint">{isSending && words("give.file.sending", { name: filesToUpload.map(({ name }) => name).join(", ") })}</output>
    </AnswerForm>
  )
}
