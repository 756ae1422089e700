// What somebody types to find one person: a uuid, an external id, an address, a number, or the link that the person was sent (decisions P1).

/** The pass in a link, or the text itself: whoever asks for their data has the mail at hand, not the token in it. */
export const passIn = (text: string): string => {
  const trimmed = text.trim()
  if (!/^https?:\/\//i.test(trimmed)) return trimmed
  const [path = ""] = trimmed.split(/[?#]/, 1)
  return path.split("/").findLast((part) => part !== "") ?? ""
}
