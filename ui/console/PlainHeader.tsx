// The header where no screen is: it still says who is signed in, or offers to sign in (spec/1-console §2 "App shell").
import { useSelector } from "@xstate/react"
import { AccountMenu } from "./AccountMenu.tsx"
import { Header } from "./Header.tsx"
import { LoginLink } from "./LoginLink.tsx"
import { useWired } from "./wired.tsx"

export const PlainHeader = () => {
  const { session, bases } = useWired()
  const isInside = useSelector(session, (state) => state.hasTag("inside"))
  return <Header end={isInside ? <AccountMenu community={null} /> : <LoginLink bases={bases} current={false} />} />
}
