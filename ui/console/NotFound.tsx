// An address that leads nowhere.
import { PageTitle } from "../kit/PageTitle.tsx"
import { Header } from "./Header.tsx"
import { NothingHere } from "./NothingHere.tsx"

export const NotFound = () => (
  <>
    <PageTitle of="title.not-found" />
    <Header />
    <NothingHere />
  </>
)
