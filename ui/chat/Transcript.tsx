/** @jsxImportSource preact */
// The transcript: messages, answers and videos. Screen readers announce new messages, but not the typing indicator.

import { useState } from "preact/hooks"
import { formatAmountDue, formatAnswer } from "../../domain/chat/answer-facets.ts"
import { getVideoAddress, getVideoCaption, parseVideo, type Video } from "../../domain/rich-text/message-media.ts"
import type { TranscriptLine } from "../../machines/conversation/conversation-transcript.ts"
import { ChatIcon } from "./ChatIcon.tsx"
import { languageAttributes, useChatTexts } from "./chat-texts.ts"
import { EmojiFace, findEmojiFace } from "./controls/ScaleControls.tsx"
import { followEnd, scrollToEnd } from "./focus-and-scrolling.ts"

type AnswerLine = Extract<TranscriptLine, { readonly type: "answer" }>

export const AnswerBubble = ({ line }: { readonly line: AnswerLine }) => {
  const { words } = useChatTexts()
  return (
    <div class={`bubble mine${line.isSent ? "" : " unsent"}`} ref={scrollToEnd}>
      <span class="unseen">{words("page.you")} </span>
      <AnswerContent line={line} />
      {!line.isSent && <ChatIcon name="waiting" />}
    </div>
  )
}

const AnswerContent = ({ line: { question: askEffect, value } }: { readonly line: AnswerLine }) => {
  const { words, language, star } = useChatTexts()
  if (value === null || value === undefined || askEffect === null) return <em>{words("give.skipped")}</em>
  const question = askEffect.question
  switch (question.type) {
    case "emoji": {
      const face = findEmojiFace(value)
      if (face === undefined) return <>{formatAnswer(question, value, language)}</>
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
          {formatAnswer(question, value, language)}
        </span>
      )
  }
}

/**
 * Adapts a message's markup to this page: font sizes become classes, because the CSP forbids style attributes, and links open in a new
 * tab, so that the chat is not lost. Relies on the canonical form of sanitized `html` (domain/rich-text/allowed-markup.ts).
 */
export const prepareMarkup = (html: string): string =>
  html
    .replace(/<span style="font-size: (\d+)px;">/g, '<span class="size-$1">')
    .replaceAll("<a href=", '<a target="_blank" rel="noopener noreferrer" href=')
    .replaceAll("<img ", '<img loading="eager" decoding="async" ')

/** Gives an image that failed to load an alternative text if the author wrote none: an empty bubble would say nothing. */
export const labelMissingImage = (image: EventTarget | null, text: string): void => {
  if (image instanceof HTMLImageElement && image.alt.trim() === "") image.alt = text
}

/** A video of a message. Contacts its host only after the respondent presses play [I11]. */
export const VideoPlayer = ({ video }: { readonly video: Video }) => {
  const { words } = useChatTexts()
  const [isPlaying, setIsPlaying] = useState(false)
  const externalLink = (
    <a href={video.address} target="_blank" rel="noopener noreferrer">
      {words("video.open")}
    </a>
  )
  if (video.type === "elsewhere") return externalLink
  return (
    <div class="video">
      {video.type === "file" && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are in the author's file, or nowhere
        <video
          src={video.address}
          controls
          playsInline
          preload="metadata"
          aria-label={words("video.title")}
          onLoadedMetadata={followVideo}
        />
      )}
      {video.type === "framed" && isPlaying && (
        <iframe
          src={video.player}
          title={words("video.title")}
          allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
          // The players of these hosts require a referrer.
          referrerPolicy="strict-origin-when-cross-origin"
          ref={followEnd}
        />
      )}
      {video.type === "framed" && !isPlaying && (
        <button type="button" class="play" onClick={() => setIsPlaying(true)}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M8 5v14l11-7z" />
          </svg>
          {words("video.play", { host: video.host })}
        </button>
      )}
      {externalLink}
    </div>
  )
}

const followVideo = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => followEnd(currentTarget)

type MessageEffect = Extract<TranscriptLine, { readonly type: "script" }>["effect"]

export const Transcript = ({ lines, isTyping }: { readonly lines: ReadonlyArray<TranscriptLine>; readonly isTyping: boolean }) => {
  const { words } = useChatTexts()
  return (
    <div
      class="transcript"
      onLoadCapture={({ currentTarget }) => followEnd(currentTarget)}
      onErrorCapture={({ target }) => labelMissingImage(target, words("image.missing"))}
    >
      <div class="lines" role="log" aria-label={words("page.conversation")}>
        {lines.map((line, i) =>
          line.type === "script" ? <MessageBubble key={i} effect={line.effect} /> : <AnswerBubble key={i} line={line} />,
        )}
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

const VideoCaption = ({ effect: { html, language } }: { readonly effect: MessageEffect }) => {
  const { language: pageLanguage } = useChatTexts()
  const caption = getVideoCaption(html).trim()
  return caption === "" ? null : <p {...languageAttributes(language, pageLanguage)}>{caption}</p>
}

const MessageBubble = ({ effect }: { readonly effect: MessageEffect }) => {
  const { words, language } = useChatTexts()
  const amountDue = effect.type === "act" ? effect.due : null
  if (effect.html === "" && amountDue === null) return null
  const video = effect.type === "show" && effect.as === "video" ? parseVideo(getVideoAddress(effect.html)) : null
  const kindClass =
    video !== null && video.type !== "elsewhere" ? " film" : effect.type === "show" && effect.as === "image" ? " picture" : ""
  return (
    <div class={`bubble theirs${kindClass}`} id={`said-${effect.uuid}`} ref={followEnd}>
      {video === null ? (
        <div {...languageAttributes(effect.language, language)} dangerouslySetInnerHTML={{ __html: prepareMarkup(effect.html) }} />
      ) : (
        <>
          <VideoPlayer video={video} />
          <VideoCaption effect={effect} />
        </>
      )}
      {amountDue !== null && (
        <p class="score">
          {words("payment.due", { amount: formatAmountDue(amountDue, language) })}
          <small>{words("payment.none")}</small>
        </p>
      )}
    </div>
  )
}
