// The machines of what leaves a chat, for the panels that need them: fetched once, with the first of them.
import { type ReactNode, use, useState } from "react"
import { useWired, type Wired } from "../../wired.tsx"
import { NotArrived } from "../arriving.tsx"
import type { OutboundMachines } from "./machines.ts"

const fetched = new WeakMap<Wired, Promise<OutboundMachines | null>>()

/** Null where they did not come: the server is gone. */
const machinesOf = (wired: Wired): Promise<OutboundMachines | null> => {
  const before = fetched.get(wired)
  if (before !== undefined) return before
  const machines = wired.outbound().catch(() => null)
  fetched.set(wired, machines)
  return machines
}

type Props = { readonly children: (machines: OutboundMachines) => ReactNode }

/** A part that needs the machines; where they do not come that is told in its place. */
export const WithOutbound = ({ children }: Props) => {
  const wired = useWired()
  const [, fetchAnew] = useState(0)
  const machines = use(machinesOf(wired))
  const retry = () => {
    fetched.delete(wired)
    fetchAnew((times) => times + 1)
  }
  return machines === null ? <NotArrived onRetry={retry} /> : children(machines)
}
