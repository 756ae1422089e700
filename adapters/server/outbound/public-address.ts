// Which addresses are out in the open: not the server's own, not its network's (reliability, "the safe client").
import ipaddr from "ipaddr.js"

/** Whether an IP address is one that anybody on the Internet could be sent to. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  // An IPv4 address in an IPv6 one leads to the same place.
  return ipaddr.process(text).range() === "unicast"
}
