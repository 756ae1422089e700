// Which addresses are out in the open: not the server's own, not its network's (reliability, "the safe client").
import ipaddr from "ipaddr.js"

/** Whether an IP address is one that anybody on the Internet could be sent to. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  // An IPv4 address in an IPv6 one leads to the same place.
  const address = ipaddr.process(text)
  if (ofClouds.has(address.toString())) return false
  // Of IPv6 only 2000::/3 is given out; in what is not, old ways to write an IPv4 address are (::127.0.0.1).
  return address.range() === "unicast" && (address.kind() === "ipv4" || address.match(givenOut))
}

/** Public by their numbers alone: inside a cloud they are its own, which tells machines about themselves. */
const ofClouds: ReadonlySet<string> = new Set(["168.63.129.16"])

const givenOut = ipaddr.parseCIDR("2000::/3")
