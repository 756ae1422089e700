/** @jsxImportSource preact */
// A video in the conversation. What its host would learn, it learns only from those who play it.
import { useState } from "preact/hooks"
import type { Video as Playable } from "../../domain/rich-text/video.ts"
import { keepEnd } from "./scrolling.ts"
import { useSpeech } from "./speaking.ts"

export const Video = ({ video }: { readonly video: Playable }) => {
  const { words } = useSpeech()
  const [isPlaying, play] = useState(false)
  const beside = (
    <a href={video.address} target="_blank" rel="noopener noreferrer">
      {words("video.open")}
    </a>
  )
  if (video.type === "elsewhere") return beside
  return (
    <div class="video">
      {video.type === "file" && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are in the author's file, or nowhere
        <video src={video.address} controls playsInline preload="metadata" aria-label={words("video.title")} onLoadedMetadata={atEnd} />
      )}
      {video.type === "framed" && isPlaying && (
        <iframe
          src={video.player}
          title={words("video.title")}
          allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
          // Their players ask who embeds them.
          referrerPolicy="strict-origin-when-cross-origin"
          ref={keepEnd}
        />
      )}
      {video.type === "framed" && !isPlaying && (
        <button type="button" class="play" onClick={() => play(true)}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M8 5v14l11-7z" />
          </svg>
          {words("video.play", { host: video.host })}
        </button>
      )}
      {beside}
    </div>
  )
}

const atEnd = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => keepEnd(currentTarget)
