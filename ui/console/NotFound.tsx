// An address that leads nowhere.
import { PageTitle } from "../kit/PageTitle.tsx"
import { NothingHere } from "./NothingHere.tsx"
import { PlainHeader } from "./PlainHeader.tsx"

export const NotFound = () => (
  <>
    <PageTitle of="title.not-found" />
    <PlainHeader />
    <NothingHere />
  </>
)
