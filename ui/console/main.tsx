// The console's entry. Who is not signed in gets the sign-in alone; router, machines and screens come when they are needed.
import "../kit/base.css"
import { MantineProvider } from "@mantine/core"
import { setNonce } from "get-nonce"
import { type ReactNode, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { isNobody } from "../../adapters/api/glance.ts"
import { readBases } from "../../adapters/browser/bases.ts"
import { keepLanguage, recallLanguage } from "../../adapters/browser/language.ts"
import { joinTabs } from "../../adapters/browser/tabs.ts"
import type { SessionActor } from "../../machines/session.ts"
import { theme, tokens } from "../kit/theme.ts"
import { vocabulary } from "../kit/vocabulary.ts"
import { WordsProvider } from "../kit/words.tsx"
import { Broken } from "./Broken.tsx"
import { Doorstep } from "./Doorstep.tsx"
import { lateDoor } from "./sign-in/late-door.ts"
import { Waiting } from "./Waiting.tsx"
import type { Wired } from "./wired.tsx"

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ""
setNonce(nonce)
const place = document.getElementById("root")
if (place === null) throw new Error("the page has no #root")
const root = createRoot(place)

const readWords = () =>
  vocabulary({
    door: {
      en: async () => (await import("../../domain/catalogue/en/door.ts")).door,
      nl: async () => (await import("../../domain/catalogue/nl/door.ts")).door,
    },
    whole: {
      en: async () => (await import("../../domain/catalogue/en.ts")).en,
      nl: async () => (await import("../../domain/catalogue/nl.ts")).nl,
    },
    format: async () => (await import("../kit/icu.ts")).icu,
    recall: recallLanguage,
    keep: keepLanguage,
  })

/** Not at the module's top level: where a module awaits there, the bundler leaves a third more small files to be asked for. */
const begin = async (): Promise<void> => {
  const words = await readWords()
  const show = (page: ReactNode): void =>
    root.render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={tokens}
          deduplicateCssVariables={false}
          defaultColorScheme="auto"
          getStyleNonce={() => nonce}
        >
          <WordsProvider vocabulary={words}>{page}</WordsProvider>
        </MantineProvider>
      </StrictMode>,
    )
  const showBroken = (): void => show(<Broken />)

  const fetchWired = async (nobody: boolean): Promise<Wired> => {
    const [{ wire }] = await Promise.all([import("./wiring.ts"), words.complete()])
    return wire({ nobody })
  }

  const enter = async (wiring: Promise<Wired>): Promise<void> => {
    const [{ Inside }, wired] = await Promise.all([import("./Inside.tsx"), wiring])
    show(<Inside wired={wired} />)
  }

  const isInside = (session: SessionActor): Promise<void> =>
    new Promise((resolve) => {
      session.subscribe((state) => {
        if (state.hasTag("inside")) resolve()
      })
    })

  /** Shows the sign-in; the first event there, or a sign-in in another tab, brings the rest. */
  const waitAtTheDoor = (): void => {
    const others = joinTabs((news) => {
      if (news.type !== "session.began") return
      others.leave()
      enter(fetchWired(false)).catch(showBroken)
    })
    const door = lateDoor(async () => {
      const wired = await fetchWired(true)
      others.leave()
      isInside(wired.session)
        .then(() => enter(Promise.resolve(wired)))
        .catch(showBroken)
      return wired.session
    })
    show(<Doorstep door={door} bases={readBases()} />)
  }

  show(<Waiting />)
  const isAtTheDoor = ["/", "/login"].includes(window.location.pathname)
  if (isAtTheDoor && (await isNobody())) waitAtTheDoor()
  else enter(fetchWired(false)).catch(showBroken)
}

void begin()
