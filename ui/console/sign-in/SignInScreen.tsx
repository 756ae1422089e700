// The sign-in as a route, for those who come to it while the console is already loaded.
import { useState } from "react"
import { Header } from "../Header.tsx"
import { LoginLink } from "../LoginLink.tsx"
import { useWired } from "../wired.tsx"
import { doorOf } from "./door.ts"
import { SignIn } from "./SignIn.tsx"

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
