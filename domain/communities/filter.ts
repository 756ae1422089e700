// Finding a community by a part of its name (spec/1-console §2 "Home" and the community selector).
import type { Community } from "./community.ts"

/** The communities whose name holds the text, without regard to case; all of them where there is no text. */
export const matching = (communities: ReadonlyArray<Community>, text: string): ReadonlyArray<Community> => {
  const part = text.trim().toLocaleLowerCase()
  return communities.filter(({ name }) => name.toLocaleLowerCase().includes(part))
}

/** The one community that Enter opens, or undefined where none or several match. */
export const onlyMatch = (communities: ReadonlyArray<Community>, text: string): Community | undefined => {
  const [first, ...others] = matching(communities, text)
  return others.length === 0 ? first : undefined
}
