/** @jsxImportSource preact */
// Files: taken with the camera, or picked on the device. They are sent as they are picked, and answered with when all are there.
import { extensionsOf, isButtonOn } from "../../../domain/questions/file-question.ts"
import { Icon } from "../ChatIcon.tsx"
import { useSpeech } from "../chat-texts.ts"
import { holdFocus, keepEnd } from "../focus-and-scrolling.ts"
import { Form, type Props } from "./AnswerForm.tsx"

export const FileField = ({ question, label, problem, give, files: { files, picked, isSending }, send }: Props<"file">) => {
  const { words } = useSpeech()
  const options = question.options ?? {}
  const field = {
    type: "file",
    accept: extensionsOf(options)
      .map((kind) => `.${kind}`)
      .join(","),
    // Disabled it would lose the focus.
    "aria-disabled": isSending,
    "aria-describedby": problem,
    onClick: (event: MouseEvent) => isSending && event.preventDefault(),
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      const chosen = [...(currentTarget.files ?? [])]
      currentTarget.value = ""
      if (chosen.length > 0) send({ type: "files.add", files: chosen })
    },
  } as const
  return (
    <Form label={label} canSend={files.length > 0 && !isSending} onSend={() => give(files.map(({ name }) => name))}>
      <div class="file-buttons">
        {isButtonOn(options, "camera") && (
          <label class="choice file-button">
            <Icon name="camera" />
            <span>{options.fileUploadCameraText || words("give.camera")}</span>
            <input {...field} accept="image/*" capture="environment" />
          </label>
        )}
        {isButtonOn(options, "library") && (
          <label class="choice file-button">
            <Icon name="library" />
            <span>{options.fileUploadLibraryText || words("give.library")}</span>
            <input {...field} multiple />
          </label>
        )}
      </div>
      {files.length > 0 && (
        <ul class="files">
          {files.map(({ name, label: called }) => (
            <li key={name} ref={keepEnd}>
              <Icon name="file" />
              <span>{called}</span>
              <button
                class="round"
                type="button"
                aria-label={words("give.file.remove", { name: called })}
                onClick={() => {
                  send({ type: "file.remove", name })
                  holdFocus()
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <output class="hint">{isSending && words("give.file.sending", { name: picked.map(({ name }) => name).join(", ") })}</output>
    </Form>
  )
}
