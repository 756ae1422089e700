// The console with its router: everything except the early sign-in page. The router moves the focus after navigation, and redirects when the
// user changes.
import { createRouter, RouterProvider } from "@tanstack/react-router"
import { useState } from "react"
import type { PlainMessageKey } from "../../domain/catalog/catalog.ts"
import { type ConsoleServices, ConsoleServicesProvider } from "./console-services.tsx"
import { routeTree } from "./routes.tsx"
import { LoadingPage } from "./shell/StatusPages.tsx"
import "./ConsoleApp.css"

/** Moves the focus to the new screen after navigation, unless an element of the screen or a dialog already has it. */
const focusContent = (): void => {
  const content = document.getElementById("content")
  const focused = document.activeElement
  if (!content?.contains(focused) && !focused?.closest("[role=dialog]")) content?.focus({ preventScroll: true })
}

/** Creates the router of the console. When the user changes, it runs all guards again, which may redirect. */
const createConsoleRouter = (services: ConsoleServices) => {
  const router = createRouter({
    routeTree,
    context: services,
    defaultPreload: "intent",
    defaultPendingComponent: LoadingPage,
    scrollRestoration: true,
  })
  const getUserId = () => {
    const state = services.session.getSnapshot()
    return state.hasTag("authenticated") ? (state.context.user?.uuid ?? "") : null
  }
  let lastUserId = getUserId()
  // Opening a page does not move the focus, so that reading starts at the top; arriving from the sign-in page counts as navigation.
  let comesFromSignIn = lastUserId !== null
  router.subscribe("onResolved", ({ fromLocation, pathChanged }) => {
    if (comesFromSignIn || (fromLocation !== undefined && pathChanged)) focusContent()
    comesFromSignIn = false
  })
  services.session.subscribe(() => {
    if (getUserId() === lastUserId) return
    lastUserId = getUserId()
    void router.invalidate()
  })
  return router
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
  interface HistoryState {
    /** The query that the person page searches for immediately. Not in the address, because addresses are logged [P5]. */
    sought?: string
  }
  interface StaticDataRouteOption {
    title?: PlainMessageKey
  }
}

export const ConsoleApp = ({ services }: { readonly services: ConsoleServices }) => {
  const [router] = useState(() => createConsoleRouter(services))
  return (
    <ConsoleServicesProvider value={services}>
      <RouterProvider router={router} />
    </ConsoleServicesProvider>
  )
}
