// The previewed page in a frame, scaled down if the frame has too little space.
import { Button, Skeleton } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { useCallback } from "react"
import { buildPreviewUrl } from "../../../domain/links/respondent-urls.ts"
import { type PreviewFrame, previewTitle, previewViewport } from "../../../domain/preview/preview-protocol.ts"
import type { StyledPage } from "../../../domain/style/style-keys.ts"
import type { StylePreviewActor } from "../../../machines/styling/style-preview-machine.ts"
import { useLanguage, useTranslate } from "../../kit/i18n.tsx"
import { useConsoleServices } from "../console-services.tsx"
import classes from "./StylePreview.module.css"

type PreviewAddress = {
  /** The address that the frame loads; the page uses the language of the console. */
  readonly src: string
  readonly host: string
  readonly displayUrl: string
}

/** Returns the address of the previewed page, as a frame loads it and as browsers display it. */
export const usePreviewAddress = ({ portal, slug }: Pick<PreviewedPage, "portal" | "slug">): PreviewAddress => {
  const { bases } = useConsoleServices()
  const { language } = useLanguage()
  const address = buildPreviewUrl(bases, portal === "web" ? "chat" : "stats", slug)
  const displayUrl = address.replace(/^https?:\/\//, "")
  return { src: `${address}?l=${language}`, host: displayUrl.replace(/\/.*$/, ""), displayUrl }
}

type Props = PreviewedPage & { readonly frame: PreviewFrame }

export const PreviewViewport = ({ preview, frame, portal, slug }: Props) => {
  const t = useTranslate()
  const { src } = usePreviewAddress({ portal, slug })
  const { width, height, scale } = previewViewport(
    frame,
    useSelector(preview, ({ context }) => context.frameSpaces[frame]),
  )
  const frameActor = useSelector(preview, ({ children }) => children[frame])
  const attempt = useSelector(frameActor, (state) => state?.context.attempt ?? 0)
  const isLoading = useSelector(frameActor, (state) => state?.hasTag("loading") ?? true)
  const isSilent = useSelector(frameActor, (state) => state?.hasTag("unresponsive") ?? false)
  const measure = useCallback(
    (container: HTMLElement | null) => {
      if (container === null) return undefined
      const observer = new ResizeObserver(([entry]) => {
        if (entry !== undefined) preview.send({ type: "room.measured", frame, room: entry.contentRect })
      })
      observer.observe(container)
      return () => observer.disconnect()
    },
    [preview, frame],
  )
  const attach = useCallback(
    (element: HTMLIFrameElement | null) => {
      if (element !== null) frameActor?.send({ type: "frame.attached", frame: element })
    },
    [frameActor],
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
        onLoad={() => frameActor?.send({ type: "frame.loaded" })}
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
          <Button variant="default" onClick={() => frameActor?.send({ type: "frame.reload" })}>
            {t(`preview.${frame}.again`)}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The page that both frames show, and the machine that communicates with it. */
export type PreviewedPage = {
  readonly preview: StylePreviewActor
  readonly portal: StyledPage
  readonly slug: string
  /** The time on the frames' clocks (ISO 8601). */
  readonly time: string | null
}
