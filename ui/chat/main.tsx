/** @jsxImportSource preact */
// Finds out which conversation is meant, in which language, and shows it.
import { render } from "preact"
import { chatLanguage, chatTexts, speakingChat } from "../../domain/catalog/public-pages/public-page-texts.ts"
import type { Opened } from "../../domain/chat/respondent-view.ts"
import { chatPlace } from "../../domain/links/respondent-urls.ts"
import { isRightToLeft, type Language } from "../../domain/script/language.ts"
import { publicTitle } from "../../domain/script/title.ts"
import { Notice, Page } from "./ChatPage.tsx"
import { lookOf, usualLook, valueIn, wear } from "./chat-style.ts"
import { Speaking, type Speech } from "./chat-texts.ts"
import { isBackAtEnd, wire } from "./conversation-wiring.ts"
import { watchHeldEnter, watchScrolling } from "./focus-and-scrolling.ts"

const root = document.getElementById("root")
if (root === null) throw new Error("the page has no #root")
const page = document.documentElement

/** Until a conversation says in which language it is: the one of the address, else the first of the browser's that is spoken here. */
const usualLanguage = (query: URLSearchParams): Language => {
  const [first = "en"] = [query.get("l"), ...navigator.languages].flatMap((tag) => chatLanguage(tag) ?? [])
  return first
}

const speak = async (language: Language, look = usualLook): Promise<Speech> => {
  const texts = await chatTexts[language]()
  page.lang = language
  page.dir = isRightToLeft(language) ? "rtl" : "ltr"
  return { ...speakingChat(texts, language), language, star: valueIn(look, "star_rating-glyph") }
}

const query = new URLSearchParams(window.location.search)
const place = chatPlace(window.location.pathname)
wear(usualLook, page)
watchScrolling()
watchHeldEnter()
let speech = await speak(usualLanguage(query))
let look = usualLook

/** The community's look and the conversation's language come with the conversation. */
const settleIn = async ({ style, language, script, community }: Opened): Promise<void> => {
  look = lookOf(style)
  speech = await speak(language, look).catch(() => speech)
  wear(look, page)
  document.title = publicTitle(script.title, community.name)
}

if (place === null) render(<Notice title={speech.words("page.missing")} text={speech.words("page.missing.text")} />, root)
else if (place.type === "preview") {
  const [{ showPreview }, { watchPreview }] = await Promise.all([import("./ChatStylePreview.tsx"), import("./chat-preview-wiring.ts")])
  await showPreview({ root, community: place.community, speech, watch: watchPreview })
} else if (isBackAtEnd())
  render(
    <Notice title={speech.words("page.ended")}>
      <button class="primary" type="button" onClick={() => window.location.reload()}>
        {speech.words("page.begin")}
      </button>
    </Notice>,
    root,
  )
else {
  const actor = wire(place, query, (address) => window.location.assign(address))
  let settled: Opened["script"] | null = null
  const show = () => {
    const state = actor.getSnapshot()
    render(
      <Speaking.Provider value={speech}>
        <Page state={state} send={actor.send} look={look} />
      </Speaking.Provider>,
      root,
    )
  }
  let isSettling = false
  actor.subscribe(({ context: { opened } }) => {
    if (opened !== null && opened.script !== settled) {
      settled = opened.script
      isSettling = true
      void settleIn(opened).finally(() => {
        isSettling = false
        show()
      })
    }
    if (!isSettling) show()
  })
  show()
}
