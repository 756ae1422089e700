// The door of the first page, which is there before the machines are: the first event fetches them, and what was typed is handed on.
import type { SessionActor } from "../../../machines/session.ts"
import { blank, doorOf, type SignInDoor, type SignInEvent, type SignInView } from "./door.ts"

/** A door that calls `fetchSession` at the first event. Where that fails, the screen says so and the next event tries again. */
export const lateDoor = (fetchSession: () => Promise<SessionActor>): SignInDoor => {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  let early: SignInView = blank
  let queue: ReadonlyArray<SignInEvent> = []
  let door: SignInDoor | undefined
  let coming: Promise<void> | undefined

  const arrive = async (): Promise<void> => {
    const arrived = doorOf(await fetchSession())
    for (const event of queue) arrived.send(event)
    door = arrived
    arrived.subscribe(tell)
    tell()
  }
  const giveUp = () => {
    coming = undefined
    queue = queue.filter((event) => event.type === "field.type")
    early = { ...early, busy: false, failure: "Unreachable", failedAt: "credentials" }
    tell()
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    view: () => door?.view() ?? early,
    send: (event) => {
      if (door !== undefined) return door.send(event)
      queue = [...queue, event]
      early = event.type === "field.type" ? { ...early, fields: { ...early.fields, [event.field]: event.text } } : { ...early, busy: true }
      tell()
      coming ??= arrive().catch(giveUp)
    },
    retry: () => door?.retry(),
  }
}
