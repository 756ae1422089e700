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
const rootElement = document.getElementById("root")
if (rootElement === null) throw new Error("the page has no #root")
const root = createRoot(rootElement)

const createMessages = () =>
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
const start = async (): Promise<void> => {
  const messages = await createMessages()
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
          <I18nProvider store={messages}>{page}</I18nProvider>
        </MantineProvider>
      </StrictMode>,
    )
  const showError = (): void => show(<ErrorPage />)

  const loadServices = async (signedOut: boolean): Promise<ConsoleServices> => {
    const [{ wireConsole }] = await Promise.all([import("./console-wiring.ts"), messages.loadAll()])
    return wireConsole({ isSignedOut: signedOut })
  }

  const showConsole = async (pendingServices: Promise<ConsoleServices>): Promise<void> => {
    const [{ ConsoleApp }, services] = await Promise.all([import("./ConsoleApp.tsx"), pendingServices])
    show(<ConsoleApp services={services} />)
  }

  const waitUntilInside = (session: SessionActor): Promise<void> =>
    new Promise((resolve) => {
      session.subscribe((state) => {
        if (state.hasTag("authenticated")) resolve()
      })
    })

  /** Shows the sign-in page; its first event, or a sign-in in another tab, loads the rest. */
  const showEarlySignIn = (): void => {
    const channel = joinSessionChannel((message) => {
      if (message.type !== "session.began") return
      channel.leave()
      showConsole(loadServices(false)).catch(showError)
    })
    const store = createLazySignInStore(async () => {
      const services = await loadServices(true)
      channel.leave()
      waitUntilInside(services.session)
        .then(() => showConsole(Promise.resolve(services)))
        .catch(showError)
      return services.session
    })
    show(<EarlySignInPage store={store} bases={readBaseUrls()} />)
  }

  show(<LoadingPage />)
  const isSignInPath = ["/", "/login"].includes(window.location.pathname)
  if (isSignInPath && (await isSignedOut())) showEarlySignIn()
  else showConsole(loadServices(false)).catch(showError)
}

void start()
