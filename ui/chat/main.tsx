/** @jsxImportSource preact */
// Finds out which conversation is meant, in which language, and shows it.
import { render } from "preact"
import { chatTextLoaders, createChatTranslator, publicPageLanguage } from "../../domain/catalog/public-pages/public-page-texts.ts"
import type { OpenedConversation } from "../../domain/chat/respondent-view.ts"
import { parseChatPath } from "../../domain/links/respondent-urls.ts"
import { isRightToLeft, type Language } from "../../domain/script/language.ts"
import { publicTitle } from "../../domain/script/title.ts"
import { ChatNotice, ChatPage } from "./ChatPage.tsx"
import { applyStyle, defaultStyle, resolveStyle, styleValue } from "./chat-style.ts"
import { type ChatTexts, ChatTextsContext } from "./chat-texts.ts"
import { hasReturnedToEnd, startConversation } from "./conversation-wiring.ts"
import { ignoreRepeatedEnter, trackScrollPosition } from "./focus-and-scrolling.ts"

const root = document.getElementById("root")
if (root === null) throw new Error("the page has no #root")
const page = document.documentElement

/** Until a conversation says in which language it is: the one of the address, else the first of the browser's that is spoken here. */
const initialLanguage = (query: URLSearchParams): Language => {
  const [first = "en"] = [query.get("l"), ...navigator.languages].flatMap((tag) => publicPageLanguage(tag) ?? [])
  return first
}

const loadTexts = async (language: Language, look = defaultStyle): Promise<ChatTexts> => {
  const texts = await chatTextLoaders[language]()
  page.lang = language
  page.dir = isRightToLeft(language) ? "rtl" : "ltr"
  return { ...createChatTranslator(texts, language), language, star: styleValue(look, "star_rating-glyph") }
}

const query = new URLSearchParams(window.location.search)
const place = parseChatPath(window.location.pathname)
applyStyle(defaultStyle, page)
trackScrollPosition()
ignoreRepeatedEnter()
let speech = await loadTexts(initialLanguage(query))
let look = defaultStyle

/** The community's look and the conversation's language come with the conversation. */
const applyConversation = async ({ style, language, script, community }: OpenedConversation): Promise<void> => {
  look = resolveStyle(style)
  speech = await loadTexts(language, look).catch(() => speech)
  applyStyle(look, page)
  document.title = publicTitle(script.title, community.name)
}

if (place === null) render(<ChatNotice title={speech.words("page.missing")} text={speech.words("page.missing.text")} />, root)
else if (place.type === "preview") {
  const [{ renderChatPreview }, { watchPreview }] = await Promise.all([
    import("./ChatStylePreview.tsx"),
    import("./chat-preview-wiring.ts"),
  ])
  await renderChatPreview({ root, community: place.community, speech, watch: watchPreview })
} else if (hasReturnedToEnd())
  render(
    <ChatNotice title={speech.words("page.ended")}>
      <button class="primary" type="button" onClick={() => window.location.reload()}>
        {speech.words("page.begin")}
      </button>
    </ChatNotice>,
    root,
  )
else {
  const actor = startConversation(place, query, (address) => window.location.assign(address))
  let settled: OpenedConversation["script"] | null = null
  const show = () => {
    const state = actor.getSnapshot()
    render(
      <ChatTextsContext.Provider value={speech}>
        <ChatPage state={state} send={actor.send} look={look} />
      </ChatTextsContext.Provider>,
      root,
    )
  }
  let isSettling = false
  actor.subscribe(({ context: { opened } }) => {
    if (opened !== null && opened.script !== settled) {
      settled = opened.script
      isSettling = true
      void applyConversation(opened).finally(() => {
        isSettling = false
        show()
      })
    }
    if (!isSettling) show()
  })
  show()
}
