// The sign-in as a route, for those who come to it while the console is already loaded.
import { useState } from "react"
import type { PublicBaseUrls } from "../../../domain/links/respondent-urls.ts"
import { PageTitle } from "../../kit/Branding.tsx"
import { useConsoleServices } from "../console-services.tsx"
import { ConsoleHeader, SignedOutLinks } from "../shell/ConsoleHeader.tsx"
import { SignInCard } from "./SignInForm.tsx"
import { createSignInStore, type SignInStore } from "./sign-in-store.ts"

export const SignInPage = () => {
  const { session, bases } = useConsoleServices()
  const [door] = useState(() => createSignInStore(session))
  return (
    <>
      <ConsoleHeader end={<SignedOutLinks bases={bases} />} />
      <SignInCard door={door} />
    </>
  )
}

// The first page of somebody who is not signed in: the sign-in alone, without router and machines until they are needed.

export const EarlySignInPage = ({ door, bases }: { readonly door: SignInStore; readonly bases: PublicBaseUrls }) => (
  <>
    <PageTitle of="title.sign-in" />
    <ConsoleHeader end={<SignedOutLinks bases={bases} />} />
    <SignInCard door={door} />
  </>
)
