// A screen that turns out to be another than its address promised names the page itself: nothing here, or nothing for this person.
import { createContext, use, useCallback } from "react"
import type { PlainKey } from "../../domain/catalogue/catalogue.ts"

/** Takes the name that stands in place of the route's title; null: the route's title again. */
export const NamingContext = createContext<(title: PlainKey | null) => void>(() => undefined)

/** Names the page for as long as it is there. */
export const Named = ({ of }: { readonly of: PlainKey }) => {
  const name = use(NamingContext)
  const naming = useCallback(() => {
    name(of)
    return () => name(null)
  }, [name, of])
  return <span ref={naming} hidden={true} />
}
