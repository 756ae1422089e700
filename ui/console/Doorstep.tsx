// The first page of somebody who is not signed in: the sign-in alone, without router and machines until they are needed.
import type { Bases } from "../../domain/links/addresses.ts"
import { PageTitle } from "../kit/PageTitle.tsx"
import { Header } from "./Header.tsx"
import { LoginLink } from "./LoginLink.tsx"
import type { SignInDoor } from "./sign-in/door.ts"
import { SignIn } from "./sign-in/SignIn.tsx"

export const Doorstep = ({ door, bases }: { readonly door: SignInDoor; readonly bases: Bases }) => (
  <>
    <PageTitle of="title.sign-in" />
    <Header end={<LoginLink bases={bases} />} />
    <SignIn door={door} />
  </>
)
