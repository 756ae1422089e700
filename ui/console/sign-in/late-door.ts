// The door of the first page, which is there before the machines are: they are fetched when somebody begins to type.
import type { SessionActor } from "../../../machines/session.ts"
import { blank, doorOf, type SignInDoor, type SignInEvent, type SignInView } from "./door.ts"

/** A door that calls `fetchSession` once it is needed. Where that fails, the screen says so and the next try fetches again. */
export const lateDoor = (fetchSession: () => Promise<SessionActor>): SignInDoor => {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  let early: SignInView = blank
  let first: SignInEvent | undefined
  let door: SignInDoor | undefined
  let coming: Promise<void> | undefined

  const arrive = async (): Promise<void> => {
    const arrived = doorOf(await fetchSession())
    if (first !== undefined) arrived.send(first)
    door = arrived
    arrived.subscribe(tell)
    tell()
  }
  const giveUp = () => {
    coming = undefined
    // What is only being prepared is not missed yet.
    early = first === undefined ? early : { ...early, busy: false, failure: "Unreachable", failedAt: "credentials" }
    first = undefined
    tell()
  }

  const prepare = () => {
    if (door === undefined) coming ??= arrive().catch(giveUp)
  }

  return {
    prepare,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    view: () => door?.view() ?? early,
    send: (event) => {
      if (door !== undefined) return door.send(event)
      first = event
      early = { ...early, busy: true, failure: null, failedAt: null }
      tell()
      prepare()
    },
    retry: () => door?.retry(),
  }
}
