// Whom an address stands for, where something is counted by it.
import { isIPv6 } from "node:net"

/** An IPv6 customer has a whole /64 of addresses. What is no address stands for itself. */
export const network = (address: string): string => {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address
  const [head = "", tail] = address.split("::")
  const front = head.split(":").filter((part) => part !== "")
  const back = (tail ?? "").split(":").filter((part) => part !== "")
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - front.length - back.length }, () => "0")
  return [...front, ...zeros, ...back].slice(0, 4).join(":")
}
