// [T19] Live preview of a style: the chat or the live statistics on a phone and on a desktop, updated without reloading.
import { Button, VisuallyHidden } from "@mantine/core"
import {
  IconArrowLeft,
  IconArrowRight,
  IconBattery3,
  IconLock,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconRefresh,
  IconRotate,
  IconWifi,
} from "@tabler/icons-react"
import { useActorRef, useSelector } from "@xstate/react"
import { useCallback } from "react"
import { buildPreviewUrl } from "../../../domain/links/respondent-urls.ts"
import {
  demoStory,
  getScenarioPage,
  type PreviewFrame as PreviewFrameName,
  previewTitle,
  previewViewport,
} from "../../../domain/preview/preview-protocol.ts"
import type { StyledPage } from "../../../domain/style/style-keys.ts"
import type { StylePreviewActor, stylePreviewMachine } from "../../../machines/styling/style-preview-machine.ts"
import { useDateFormat, useLanguage, useTranslate } from "../../kit/i18n.tsx"
import { useConsoleServices } from "../console-services.tsx"
import { PreviewFrame } from "../preview/PreviewFrame.tsx"
import classes from "./StylePreview.module.css"
import { useStyling, useStylingState } from "./styling-context.tsx"

type PreviewAddress = {
  /** The address that the frame loads; the page uses the language of the console. */
  readonly src: string
  readonly host: string
  readonly displayUrl: string
}

/** Returns the address of the previewed page, as a frame loads it and as browsers display it. */
const usePreviewAddress = ({ portal, slug }: Pick<PreviewedPage, "portal" | "slug">): PreviewAddress => {
  const { bases } = useConsoleServices()
  const { language } = useLanguage()
  const address = buildPreviewUrl(bases, portal === "web" ? "chat" : "stats", slug)
  const displayUrl = address.replace(/^https?:\/\//, "")
  return { src: `${address}?l=${language}`, host: displayUrl.replace(/\/.*$/, ""), displayUrl }
}

type PreviewViewportProps = PreviewedPage & { readonly frame: PreviewFrameName }

/** The previewed page in a frame, scaled down if the frame has too little space. */
const PreviewViewport = ({ preview, frame, portal, slug }: PreviewViewportProps) => {
  const t = useTranslate()
  const { src } = usePreviewAddress({ portal, slug })
  const { width, height, scale } = previewViewport(
    frame,
    useSelector(preview, ({ context }) => context.frameSpaces[frame]),
  )
  const frameActor = useSelector(preview, ({ children }) => children[frame])
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
  return (
    <div className={classes["viewport"]} ref={measure}>
      <PreviewFrame
        frame={frameActor}
        src={src}
        title={`${previewTitle(portal, slug)} (${t(`preview.${frame}`)})`}
        style={{ width, height, transform: `scale(${scale})` }}
        texts={{
          loading: t("preview.loading"),
          unresponsive: t("preview.silent"),
          explanation: t("preview.silent.text"),
          reload: t(`preview.${frame}.again`),
        }}
      />
    </div>
  )
}

/** The page that both frames show, and the machine that communicates with it. */
type PreviewedPage = {
  readonly preview: StylePreviewActor
  readonly portal: StyledPage
  readonly slug: string
  /** The time on the frames' clocks (ISO 8601). */
  readonly time: string | null
}

export const StoryControls = ({ preview }: { readonly preview: StylePreviewActor }) => {
  const t = useTranslate()
  const shownParagraphs = useSelector(preview, ({ context }) => context.shownParagraphs)
  const isPaused = useSelector(preview, (state) => state.matches({ story: "paused" }))
  const canPause = useSelector(preview, (state) => state.can({ type: "story.pause" }))
  return (
    <fieldset className={classes["story"]}>
      <VisuallyHidden component="legend">{t("preview.story")}</VisuallyHidden>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRotate size={16} aria-hidden="true" />}
        onClick={() => preview.send({ type: "story.reset" })}
      >
        {t("preview.story.reset")}
      </Button>
      {isPaused ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
          onClick={() => preview.send({ type: "story.play" })}
        >
          {t("preview.story.play")}
        </Button>
      ) : (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerPause size={16} aria-hidden="true" />}
          disabled={!canPause}
          onClick={() => preview.send({ type: "story.pause" })}
        >
          {t("preview.story.pause")}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlayerSkipForward size={16} aria-hidden="true" />}
        disabled={shownParagraphs === demoStory.paragraphs}
        onClick={() => preview.send({ type: "story.finish" })}
      >
        {t("preview.story.finish")}
      </Button>
      <span className={classes["told"]}>{t("preview.story.told", { told: shownParagraphs, all: demoStory.paragraphs })}</span>
    </fieldset>
  )
}

export const DesktopPreview = (page: PreviewedPage) => {
  const t = useTranslate()
  const { day, time } = useDateFormat()
  const { displayUrl } = usePreviewAddress(page)
  return (
    <section className={classes["desktop"]} aria-label={t("preview.desktop")}>
      <div className={classes["screen"]}>
        <div className={classes["system"]} aria-hidden="true">
          <span>{page.time !== null && day(page.time)}</span>
          <span>{page.time !== null && time(page.time)}</span>
        </div>
        <div className={classes["window"]}>
          <div className={classes["tabs"]} aria-hidden="true">
            <i />
            <i />
            <i />
            <span className={classes["tab"]}>{previewTitle(page.portal, page.slug)}</span>
          </div>
          <div className={classes["browser"]} aria-hidden="true">
            <IconArrowLeft size={14} />
            <IconArrowRight size={14} />
            <IconRefresh size={14} />
            <span className={classes["address"]}>
              <IconLock size={12} />
              <span>{displayUrl}</span>
            </span>
          </div>
          <div className={classes["room"]}>
            <PreviewViewport frame="desktop" {...page} />
          </div>
        </div>
      </div>
    </section>
  )
}

export const MobilePreview = (page: PreviewedPage) => {
  const t = useTranslate()
  const { time } = useDateFormat()
  const { host } = usePreviewAddress(page)
  return (
    <section className={classes["mobile"]} aria-label={t("preview.mobile")}>
      <div className={classes["phone"]}>
        <div className={classes["system"]} aria-hidden="true">
          <span>{page.time !== null && time(page.time)}</span>
          <span className={classes["signs"]}>
            <IconWifi size={14} />
            <IconBattery3 size={16} />
          </span>
        </div>
        <div className={classes["room"]}>
          <PreviewViewport frame="mobile" {...page} />
        </div>
        <div className={classes["browser"]} aria-hidden="true">
          <span className={classes["address"]}>
            <IconLock size={12} />
            <span>{host}</span>
          </span>
        </div>
        <div className={classes["home"]} aria-hidden="true" />
      </div>
    </section>
  )
}

type Props = { readonly machine: typeof stylePreviewMachine; readonly slug: string }

export const StylePreview = ({ machine, slug }: Props) => {
  const styling = useStyling()
  const { style, scenario } = styling.getSnapshot().context
  const preview = useActorRef(machine, { input: { style, scenario } })
  /** Ref callback that forwards style edits to the preview machine without rerendering this component. */
  const forwardEdits = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined
      let sent = preview.getSnapshot().context
      const forward = ({ context: edited }: ReturnType<typeof styling.getSnapshot>) => {
        if (edited.style === sent.style && edited.scenario === sent.scenario) return
        preview.send({ type: "preview.edited", style: edited.style, scenario: edited.scenario })
        sent = preview.getSnapshot().context
      }
      forward(styling.getSnapshot())
      const subscription = styling.subscribe(forward)
      return () => subscription.unsubscribe()
    },
    [styling, preview],
  )
  const time = useSelector(preview, ({ context }) => context.time)
  const portal = useStylingState((context) => getScenarioPage(context.scenario))
  return (
    <div className={classes["preview"]} ref={forwardEdits}>
      <div className={classes["frames"]}>
        <MobilePreview preview={preview} portal={portal} slug={slug} time={time} />
        <DesktopPreview preview={preview} portal={portal} slug={slug} time={time} />
      </div>
      {portal === "web" && <StoryControls preview={preview} />}
    </div>
  )
}
