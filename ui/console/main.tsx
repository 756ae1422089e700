// The console's entry. Who is not signed in gets the sign-in alone; router, machines and screens come when they are needed.
import "../kit/base.css"
import { MantineProvider } from "@mantine/core"
import { setNonce } from "get-nonce"
import { type ReactNode, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { isNobody } from "../../adapters/api/signed-out-probe.ts"
import { readBases } from "../../adapters/browser/browser-page.ts"
import { joinTabs } from "../../adapters/browser/session-channel.ts"
import { keepLanguage, recallLanguage } from "../../adapters/browser/stored-preferences.ts"
import type { SessionActor } from "../../machines/session/session-machine.ts"
import { vocabulary, WordsProvider } from "../kit/i18n.tsx"
import { theme, tokens } from "../kit/theme.ts"
import type { Wired } from "./console-services.tsx"
import { Broken, Waiting } from "./shell/StatusPages.tsx"
import { Doorstep } from "./sign-in/SignInPage.tsx"
import { lateDoor } from "./sign-in/sign-in-store.ts"

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ""
setNonce(nonce)
const place = document.getElementById("root")
if (place === null) throw new Error("the page has no #root")
const root = createRoot(place)

const readWords = () =>
  vocabulary({
    door: {
      en: async () => (await import("../../domain/catalog/en/sign-in.ts")).door,
      nl: async () => (await import("../../domain/catalog/nl/sign-in.ts")).door,
    },
    whole: {
      en: async () => (await import("../../domain/catalog/en.ts")).en,
      nl: async () => (await import("../../domain/catalog/nl.ts")).nl,
    },
    format: async () => (await import("../kit/icu-messages.ts")).icu,
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
    const [{ wire }] = await Promise.all([import("./console-wiring.ts"), words.complete()])
    return wire({ nobody })
  }

  const enter = async (wiring: Promise<Wired>): Promise<void> => {
    const [{ Inside }, wired] = await Promise.all([import("./ConsoleApp.tsx"), wiring])
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
