/** @jsxImportSource preact */
// The conversation so far. What is added is read out; that something is being typed is seen only.

import { useState } from "preact/hooks"
import { amountText, answerText } from "../../domain/chat/answer-facets.ts"
import { type Video as Playable, parseVideo, videoAddress } from "../../domain/rich-text/message-media.ts"
import type { TranscriptLine } from "../../machines/conversation/conversation-transcript.ts"
import { ChatIcon } from "./ChatIcon.tsx"
import { languageAttributes, useChatTexts } from "./chat-texts.ts"
import { EmojiFace, findEmojiFace } from "./controls/ScaleControls.tsx"
import { followEnd, scrollToEnd } from "./focus-and-scrolling.ts"

// What the respondent gave, as it stands in the transcript.

type GivenLine = Extract<TranscriptLine, { readonly type: "given" }>

export const AnswerBubble = ({ line }: { readonly line: GivenLine }) => {
  const { words } = useChatTexts()
  return (
    <div class={`bubble mine${line.isSent ? "" : " unsent"}`} ref={scrollToEnd}>
      <span class="unseen">{words("page.you")} </span>
      <Content line={line} />
      {!line.isSent && <ChatIcon name="waiting" />}
    </div>
  )
}

const Content = ({ line: { question, value } }: { readonly line: GivenLine }) => {
  const { words, language, star } = useChatTexts()
  if (value === null || value === undefined || question === null) return <em>{words("give.skipped")}</em>
  const asked = question.question
  switch (asked.type) {
    case "emoji": {
      const face = findEmojiFace(value)
      if (face === undefined) return <>{answerText(asked, value, language)}</>
      return (
        <>
          <EmojiFace value={face.value} />
          <span class="unseen">{words(face.name)}</span>
        </>
      )
    }
    case "starRating":
      return (
        <>
          <span aria-hidden="true">{star} </span>
          {words("give.stars", { value: Number(value), most: 5 })}
        </>
      )
    case "file":
      return (
        <>
          <ChatIcon name="file" /> {words("give.files", { count: Array.isArray(value) ? value.length : 1 })}
        </>
      )
    default:
      return (
        <span class="written" dir="auto">
          {answerText(asked, value, language)}
        </span>
      )
  }
}

// The allowed markup of a message (domain/rich-text/allowed-markup.ts) as this page shows it.

/**
 * Sizes become classes, since the page's policy allows no style attributes; links open beside the chat, which must not be lost. `html` has
 * been sanitised: tags are written in one way only.
 */
export const prepareMarkup = (html: string): string =>
  html
    .replace(/<span style="font-size: (\d+)px;">/g, '<span class="size-$1">')
    .replaceAll("<a href=", '<a target="_blank" rel="noopener noreferrer" href=')
    .replaceAll("<img ", '<img loading="eager" decoding="async" ')

/** Has an image that could not be loaded say so, where its author gave it no text of its own: an empty bubble says nothing. */
export const labelMissingImage = (image: EventTarget | null, text: string): void => {
  if (image instanceof HTMLImageElement && image.alt.trim() === "") image.alt = text
}

// A video in the conversation. What its host would learn, it learns only from those who play it.

export const VideoPlayer = ({ video }: { readonly video: Playable }) => {
  const { words } = useChatTexts()
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
          ref={followEnd}
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

const atEnd = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => followEnd(currentTarget)

type Told = Extract<TranscriptLine, { readonly type: "told" }>["told"]

export const Transcript = ({ lines, isTyping }: { readonly lines: ReadonlyArray<TranscriptLine>; readonly isTyping: boolean }) => {
  const { words } = useChatTexts()
  return (
    <div
      class="transcript"
      onLoadCapture={({ currentTarget }) => followEnd(currentTarget)}
      onErrorCapture={({ target }) => labelMissingImage(target, words("image.missing"))}
    >
      <div class="lines" role="log" aria-label={words("page.conversation")}>
        {lines.map((line, i) => (line.type === "told" ? <MessageBubble key={i} told={line.told} /> : <AnswerBubble key={i} line={line} />))}
      </div>
      {isTyping && (
        <div class="bubble theirs typing" aria-hidden="true" ref={followEnd}>
          <i />
          <i />
          <i />
        </div>
      )}
    </div>
  )
}

const MessageBubble = ({ told }: { readonly told: Told }) => {
  const { words, language } = useChatTexts()
  const due = told.type === "act" ? told.due : null
  if (told.html === "" && told.type !== "score" && due === null) return null
  const video = told.type === "show" && told.as === "video" ? parseVideo(videoAddress(told.html)) : null
  const kind = video !== null && video.type !== "elsewhere" ? " film" : told.type === "show" && told.as === "image" ? " picture" : ""
  return (
    <div class={`bubble theirs${kind}`} id={`said-${told.uuid}`} ref={followEnd}>
      {video === null ? (
        <div {...languageAttributes(told.language, language)} dangerouslySetInnerHTML={{ __html: prepareMarkup(told.html) }} />
      ) : (
        <VideoPlayer video={video} />
      )}
      {due !== null && (
        <p class="score">
          {words("payment.due", { amount: amountText(due, language) })}
          <small>{words("payment.none")}</small>
        </p>
      )}
      {told.type === "score" && (
        <p class="score">
          {words("score.total", { total: told.score.total })}
          {told.score.average !== null && <small>{words("score.average", { average: told.score.average })}</small>}
        </p>
      )}
    </div>
  )
}
