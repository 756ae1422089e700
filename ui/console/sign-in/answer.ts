// What came of a try to sign in, once it is there.
import type { Violation } from "../../../domain/failure.ts"
import type { SignInDoor, SignInEvent } from "./door.ts"

/** Sends the try, and tells what the server has against it when it has answered. Where the try is not made, nothing is told. */
export const tryAt = (door: SignInDoor, event: SignInEvent, tell: (violations: ReadonlyArray<Violation>) => void): void => {
  door.send(event)
  if (!door.view().busy) return
  const leave = door.subscribe(() => {
    const { busy, violations } = door.view()
    if (busy) return
    leave()
    tell(violations)
  })
}
