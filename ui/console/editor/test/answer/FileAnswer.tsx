// A file: taken with the camera or from the library. Here its name is what is given; who keeps files replaces it by an address.
import { useRef } from "react"
import { fileExtensions, isButtonOn } from "../../../../../domain/questions/file.ts"
import type { AnswerProps } from "./Answer.tsx"
import classes from "./answer.module.css"
import { begin } from "./begin.ts"

export const FileAnswer = ({ question, problem, onGive }: AnswerProps) => {
  const chooser = useRef<HTMLInputElement>(null)
  if (question.type !== "file") return null
  const options = question.options ?? {}
  const kinds = options.extensions && options.extensions.length > 0 ? options.extensions : fileExtensions
  const choose = (withCamera: boolean) => {
    if (chooser.current === null) return
    if (withCamera) chooser.current.setAttribute("capture", "environment")
    else chooser.current.removeAttribute("capture")
    chooser.current.click()
  }
  return (
    <div className={classes["line"]}>
      {isButtonOn(options, "camera") && (
        <button ref={begin} type="button" className={classes["choice"]} aria-describedby={problem} onClick={() => choose(true)}>
          {options.fileUploadCameraText || "Camera"}
        </button>
      )}
      {isButtonOn(options, "library") && (
        <button type="button" className={classes["choice"]} aria-describedby={problem} onClick={() => choose(false)}>
          {options.fileUploadLibraryText || "Gallerij"}
        </button>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        accept={kinds.map((kind) => `.${kind}`).join(",")}
        onChange={(event) => {
          const name = event.currentTarget.files?.[0]?.name
          if (name !== undefined) onGive(name)
          event.currentTarget.value = ""
        }}
      />
    </div>
  )
}
