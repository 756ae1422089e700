/** @jsxImportSource preact */
// Start of the chat page: finds the conversation and the language from the address, and renders the page.
import { render } from "preact"
import { chatTextLoaders, createChatTranslator, publicPageLanguage } from "../../domain/catalog/public-pages/public-page-texts.ts"
import type { OpenedConversation } from "../../domain/chat/respondent-view.ts"
import { parseChatPath } from "../../domain/links/respondent-urls.ts"
import { rehearsalParameter } from "../../domain/preview/rehearsal-protocol.ts"
import { getPublicTitle } from "../../domain/script/title.ts"
import { isRightToLeft, type Language } from "../../domain/text/language.ts"
import type { ConversationActor } from "../../machines/conversation/conversation-machine.ts"
import { ChatNotice, ChatPage } from "./ChatPage.tsx"
import { applyStyle, defaultStyle, resolveStyle, styleValue } from "./chat-style.ts"
import { type ChatTexts, ChatTextsContext } from "./chat-texts.ts"
import { hasReturnedToEnd, startConversation } from "./conversation-wiring.ts"
import { ignoreRepeatedEnter, trackPointer, trackScrollPosition } from "./focus-and-scrolling.ts"

const root = document.getElementById("root")
if (root === null) throw new Error("the page has no #root")
const page = document.documentElement

/** Initial language until the conversation is open: the `l` parameter, else the first supported browser language. */
const initialLanguage = (query: URLSearchParams): Language => {
  const [language = "en"] = [query.get("l"), ...navigator.languages].flatMap((tag) => publicPageLanguage(tag) ?? [])
  return language
}

const loadTexts = async (language: Language, style = defaultStyle): Promise<ChatTexts> => {
  const texts = await chatTextLoaders[language]()
  page.lang = language
  page.dir = isRightToLeft(language) ? "rtl" : "ltr"
  return { ...createChatTranslator(texts, language), language, star: styleValue(style, "star_rating-glyph") }
}

const query = new URLSearchParams(window.location.search)
const route = parseChatPath(window.location.pathname)
applyStyle(defaultStyle, page)
trackScrollPosition()
trackPointer()
ignoreRepeatedEnter()
let chatTexts = await loadTexts(initialLanguage(query))
let appliedStyle = defaultStyle

/** Applies the community's style and the conversation's language once the conversation is open. */
const applyConversation = async ({ style, language, script, community }: OpenedConversation): Promise<void> => {
  appliedStyle = resolveStyle(style)
  chatTexts = await loadTexts(language, appliedStyle).catch(() => chatTexts)
  applyStyle(appliedStyle, page)
  document.title = getPublicTitle(script.title, community.name)
}

/** Renders a conversation until its actor stops. `key` tells it from an earlier one on the same page. */
const showConversation = (actor: ConversationActor, key = 0): void => {
  let appliedScript: OpenedConversation["script"] | null = null
  const show = () => {
    const state = actor.getSnapshot()
    render(
      <ChatTextsContext.Provider value={chatTexts}>
        <ChatPage key={key} state={state} send={actor.send} style={appliedStyle} />
      </ChatTextsContext.Provider>,
      root,
    )
  }
  let isApplying = false
  actor.subscribe(({ status, context: { opened } }) => {
    if (status !== "active") return
    if (opened !== null && opened.script !== appliedScript) {
      appliedScript = opened.script
      isApplying = true
      void applyConversation(opened).finally(() => {
        isApplying = false
        show()
      })
    }
    if (!isApplying) show()
  })
  show()
}

if (route === null) render(<ChatNotice title={chatTexts.words("page.missing")} text={chatTexts.words("page.missing.text")} />, root)
else if (route.type === "preview" && query.has(rehearsalParameter)) (await import("./rehearsal-wiring.ts")).startRehearsal(showConversation)
else if (route.type === "preview") {
  const [{ renderChatPreview }, { listenToConsole }] = await Promise.all([
    import("./ChatStylePreview.tsx"),
    import("../../adapters/browser/preview-channel.ts"),
  ])
  await renderChatPreview({ root, community: route.community, chatTexts, listen: listenToConsole })
} else if (hasReturnedToEnd())
  render(
    <ChatNotice title={chatTexts.words("page.ended")}>
      <button class="primary" type="button" onClick={() => window.location.reload()}>
        {chatTexts.words("page.begin")}
      </button>
    </ChatNotice>,
    root,
  )
else showConversation(startConversation(route, query, (address) => window.location.assign(address)))
