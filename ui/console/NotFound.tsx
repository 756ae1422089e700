// An address that leads nowhere.
import { NothingHere } from "./NothingHere.tsx"
import { PlainHeader } from "./PlainHeader.tsx"

export const NotFound = () => (
  <>
    <PlainHeader />
    <NothingHere />
  </>
)
