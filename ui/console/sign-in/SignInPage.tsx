// The sign-in as a route, for those who come to it while the console is already loaded.
import { useState } from "react"
import type { Bases } from "../../../domain/links/respondent-urls.ts"
import { PageTitle } from "../../kit/Branding.tsx"
import { useWired } from "../console-services.tsx"
import { Header, LoginLink } from "../shell/ConsoleHeader.tsx"
import { SignIn } from "./SignInForm.tsx"
import { doorOf, type SignInDoor } from "./sign-in-store.ts"

export const SignInScreen = () => {
  const { session, bases } = useWired()
  const [door] = useState(() => doorOf(session))
  return (
    <>
      <Header end={<LoginLink bases={bases} />} />
      <SignIn door={door} />
    </>
  )
}

// The first page of somebody who is not signed in: the sign-in alone, without router and machines until they are needed.

export const Doorstep = ({ door, bases }: { readonly door: SignInDoor; readonly bases: Bases }) => (
  <>
    <PageTitle of="title.sign-in" />
    <Header end={<LoginLink bases={bases} />} />
    <SignIn door={door} />
  </>
)
