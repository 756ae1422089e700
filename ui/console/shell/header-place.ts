// The place in the header that an address belongs to.
import { canBeSlug } from "../../../domain/communities/community.ts"

export type HeaderPlace = "admin" | "community" | "chats" | "account"

/** Returns the place of a path; null for pages that no link of the header leads to, such as the list of communities. */
export const findHeaderPlace = (path: string): HeaderPlace | null => {
  const [first = ""] = path.toLowerCase().split("/").filter(Boolean)
  if (first === "admin" || first === "account" || first === "chats") return first
  return canBeSlug(first) ? "community" : null
}
