// A page of the product in a frame, with what is shown until it answers.
import { Button, Skeleton, VisuallyHidden } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { type CSSProperties, useCallback } from "react"
import type { ActorRefFrom } from "xstate"
import type { previewFrameMachine } from "../../../machines/preview-frame-machine.ts"
import classes from "./PreviewFrame.module.css"

type Props = {
  /** The machine that communicates with the page; undefined until it runs. */
  readonly frame: ActorRefFrom<typeof previewFrameMachine> | undefined
  readonly src: string
  readonly title: string
  /** The size of the frame; it fills its container by default. */
  readonly style?: CSSProperties
  /** What is shown while the page is loading, and if it does not respond. */
  readonly texts: { readonly loading: string; readonly unresponsive: string; readonly explanation: string; readonly reload: string }
}

export const PreviewFrame = ({ frame, src, title, style, texts }: Props) => {
  const attempt = useSelector(frame, (state) => state?.context.attempt ?? 0)
  const isLoading = useSelector(frame, (state) => state?.hasTag("loading") ?? true)
  const isUnresponsive = useSelector(frame, (state) => state?.hasTag("unresponsive") ?? false)
  const attach = useCallback(
    (element: HTMLIFrameElement | null) => {
      if (element === null || frame === undefined) return undefined
      frame.send({ type: "frame.attached", frame: element })
      return () => frame.send({ type: "frame.detached" })
    },
    [frame],
  )
  return (
    <>
      <iframe
        key={`${src} ${attempt}`}
        ref={attach}
        src={src}
        title={title}
        className={classes["page"]}
        style={style}
        onLoad={() => frame?.send({ type: "frame.loaded" })}
      />
      {isLoading && (
        <>
          <VisuallyHidden component="output">{texts.loading}</VisuallyHidden>
          <Skeleton className={classes["over"]} radius={0} />
        </>
      )}
      {isUnresponsive && (
        <div className={classes["over"]}>
          <output>{texts.unresponsive}</output>
          <p className={classes["quiet"]}>{texts.explanation}</p>
          <Button variant="default" onClick={() => frame?.send({ type: "frame.reload" })}>
            {texts.reload}
          </Button>
        </div>
      )}
    </>
  )
}
