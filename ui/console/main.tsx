// Entry of the console. Signed-out visitors get the sign-in page only; router, machines and screens are loaded when needed.
import "../kit/base.css"
import { MantineProvider } from "@mantine/core"
import { setNonce } from "get-nonce"
import { type ReactNode, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { isSignedOut } from "../../adapters/api/signed-out-probe.ts"
import { readBaseUrls } from "../../adapters/browser/browser-page.ts"
import { joinSessionChannel } from "../../adapters/browser/session-channel.ts"
import { loadLanguage, storeLanguage } from "../../adapters/browser/stored-preferences.ts"
import type { SessionActor } from "../../machines/session/session-machine.ts"
import { createMessageStore, I18nProvider } from "../kit/i18n.tsx"
import { cssTokens, theme } from "../kit/theme.ts"
import type { ConsoleServices } from "./console-services.tsx"
import { ErrorPage, LoadingPage } from "./shell/StatusPages.tsx"
import { EarlySignInPage } from "./sign-in/SignInPage.tsx"
import { createLazySignInStore } from "./sign-in/sign-in-store.ts"

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ""
setNonce(nonce)
const place = document.getElementById("root")
if (place === null) throw new Error("the page has no #root")
const root = createRoot(place)

const readWords = () =>
  createMessageStore({
    signInTexts: {
      en: async () => (await import("../../domain/catalog/en/sign-in.ts")).signInPage,
      nl: async () => (await import("../../domain/catalog/nl/sign-in.ts")).signInPage,
    },
    allTexts: {
      en: async () => (await import("../../domain/catalog/en.ts")).en,
      nl: async () => (await import("../../domain/catalog/nl.ts")).nl,
    },
    format: async () => (await import("../kit/icu-messages.ts")).createIcuFormatter,
    loadLanguage,
    storeLanguage,
  })

/** Not at the top level of the module: with a top-level await, the bundler emits a third more small chunks. */
const begin = async (): Promise<void> => {
  const words = await readWords()
  const show = (page: ReactNode): void =>
    root.render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssTokens}
          deduplicateCssVariables={false}
          defaultColorScheme="auto"
          getStyleNonce={() => nonce}
        >
          <I18nProvider store={words}>{page}</I18nProvider>
        </MantineProvider>
      </StrictMode>,
    )
  const showBroken = (): void => show(<ErrorPage />)

  const fetchWired = async (nobody: boolean): Promise<ConsoleServices> => {
    const [{ wireConsole }] = await Promise.all([import("./console-wiring.ts"), words.loadAll()])
    return wireConsole({ nobody })
  }

  const enter = async (wiring: Promise<ConsoleServices>): Promise<void> => {
    const [{ ConsoleApp }, wired] = await Promise.all([import("./ConsoleApp.tsx"), wiring])
    show(<ConsoleApp wired={wired} />)
  }

  const isInside = (session: SessionActor): Promise<void> =>
    new Promise((resolve) => {
      session.subscribe((state) => {
        if (state.hasTag("authenticated")) resolve()
      })
    })

  /** Shows the sign-in page; its first event, or a sign-in in another tab, loads the rest. */
  const waitAtTheDoor = (): void => {
    const others = joinSessionChannel((news) => {
      if (news.type !== "session.began") return
      others.leave()
      enter(fetchWired(false)).catch(showBroken)
    })
    const door = createLazySignInStore(async () => {
      const wired = await fetchWired(true)
      others.leave()
      isInside(wired.session)
        .then(() => enter(Promise.resolve(wired)))
        .catch(showBroken)
      return wired.session
    })
    show(<EarlySignInPage door={door} bases={readBaseUrls()} />)
  }

  show(<LoadingPage />)
  const isAtTheDoor = ["/", "/login"].includes(window.location.pathname)
  if (isAtTheDoor && (await isSignedOut())) waitAtTheDoor()
  else enter(fetchWired(false)).catch(showBroken)
}

void begin()
