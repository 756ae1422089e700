// The first page of somebody who is not signed in: the sign-in alone, without router and machines until they are needed.
import { PageTitle } from "../kit/PageTitle.tsx"
import { Header } from "./Header.tsx"
import { LoginLink } from "./LoginLink.tsx"
import type { SignInDoor } from "./sign-in/door.ts"
import { SignIn } from "./sign-in/SignIn.tsx"

export const Doorstep = ({ door }: { readonly door: SignInDoor }) => (
  <>
    <PageTitle of="title.sign-in" />
    <Header end={<LoginLink />} />
    <SignIn door={door} />
  </>
)
