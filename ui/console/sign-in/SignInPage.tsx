// Sign-in page: as a route of the loaded console, and before the router and the machines are loaded.

import { useState } from "react"
import type { PublicBaseUrls } from "../../../domain/text/web-url.ts"
import { PageTitle } from "../../kit/Branding.tsx"
import { useConsoleServices } from "../console-services.tsx"
import { ConsoleHeader, SignedOutLinks } from "../shell/ConsoleHeader.tsx"
import { SignInCard } from "./SignInForm.tsx"
import { createSignInStore, type SignInStore } from "./sign-in-store.ts"

export const SignInPage = () => {
  const { session, bases } = useConsoleServices()
  const [store] = useState(() => createSignInStore(session))
  return (
    <>
      <ConsoleHeader end={<SignedOutLinks bases={bases} />} />
      <SignInCard store={store} />
    </>
  )
}

/** The sign-in page shown before the router and the machines are loaded; it keeps the first load small. */
export const EarlySignInPage = ({ store, bases }: { readonly store: SignInStore; readonly bases: PublicBaseUrls }) => (
  <>
    <PageTitle titleKey="title.sign-in" />
    <ConsoleHeader end={<SignedOutLinks bases={bases} />} />
    <SignInCard store={store} />
  </>
)
