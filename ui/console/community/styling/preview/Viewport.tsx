// The page itself in the room that a frame has for it, scaled down where there is less than it needs.
import { Button, Skeleton } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { useCallback } from "react"
import { type PreviewFrame, previewTitle, previewViewport } from "../../../../../domain/style/preview.ts"
import { useWords } from "../../../../kit/words.tsx"
import type { FramedPage } from "./framed-page.ts"
import classes from "./Preview.module.css"
import { useShownAddress } from "./shown-address.ts"

type Props = FramedPage & { readonly frame: PreviewFrame }

export const Viewport = ({ preview, frame, portal, slug }: Props) => {
  const t = useWords()
  const { src } = useShownAddress({ portal, slug })
  const { width, height, scale } = previewViewport(
    frame,
    useSelector(preview, ({ context }) => context.rooms[frame]),
  )
  const framed = useSelector(preview, ({ children }) => children[frame])
  const attempt = useSelector(framed, (state) => state?.context.attempt ?? 0)
  const isLoading = useSelector(framed, (state) => state?.hasTag("loading") ?? true)
  const isSilent = useSelector(framed, (state) => state?.hasTag("silent") ?? false)
  const measure = useCallback(
    (room: HTMLElement | null) => {
      if (room === null) return undefined
      const observer = new ResizeObserver(([entry]) => {
        if (entry !== undefined) preview.send({ type: "room.measured", frame, room: entry.contentRect })
      })
      observer.observe(room)
      return () => observer.disconnect()
    },
    [preview, frame],
  )
  const attach = useCallback(
    (element: HTMLIFrameElement | null) => {
      if (element !== null) framed?.send({ type: "frame.attached", frame: element })
    },
    [framed],
  )
  return (
    <div className={classes["viewport"]} ref={measure}>
      <iframe
        key={`${src} ${attempt}`}
        ref={attach}
        src={src}
        title={`${previewTitle(portal, slug)} (${t(`preview.${frame}`)})`}
        className={classes["page"]}
        style={{ width, height, transform: `scale(${scale})` }}
        onLoad={() => framed?.send({ type: "frame.loaded" })}
      />
      {isLoading && (
        <>
          <output className="unseen">{t("preview.loading")}</output>
          <Skeleton className={classes["over"]} radius={0} />
        </>
      )}
      {isSilent && (
        <div className={classes["over"]}>
          <output>{t("preview.silent")}</output>
          <p className={classes["quiet"]}>{t("preview.silent.text")}</p>
          <Button variant="default" onClick={() => framed?.send({ type: "frame.again" })}>
            {t(`preview.${frame}.again`)}
          </Button>
        </div>
      )}
    </div>
  )
}
