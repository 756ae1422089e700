// What a community may be called (spec/1-console §5, decisions "Calls, sessions, people").

/** Characters at least and at most. */
export const communityLimits = { name: { min: 3, max: 100 }, slug: { min: 3, max: 63 } } as const

type Limits = { readonly min: number; readonly max: number }

/** Whether a text's length, without the spaces around it, is within the limits. */
export const isWithin = (text: string, { min, max }: Limits): boolean => {
  const { length } = text.trim()
  return length >= min && length <= max
}

/** A slug's letters. Which slugs are reserved or taken, the server says. */
const isSlug = (slug: string): boolean => /^[a-z0-9-]+$/.test(slug)

export const mayBeAdded = ({ name, slug }: { readonly name: string; readonly slug: string }): boolean =>
  isWithin(name, communityLimits.name) && isWithin(slug, communityLimits.slug) && isSlug(slug)
