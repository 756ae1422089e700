// This tab as the others of its browser know it: by a name that is locked for as long as the tab lives.
import { newUuid } from "./uuid.ts"

export type Tab = {
  readonly id: string
  /** Whether the tab of this id is still there. Where nothing can be locked (plain http) none counts as being there but this one. */
  readonly lives: (id: string) => Promise<boolean>
}

const lockOf = (id: string): string => `tab ${id}`

export const livingTab = (): Tab => {
  const id = newUuid()
  const locks = "locks" in navigator ? navigator.locks : null
  locks?.request(lockOf(id), () => new Promise<never>(() => undefined)).catch(() => undefined)
  return {
    id,
    lives: async (other) => other === id || ((await locks?.query())?.held ?? []).some(({ name }) => name === lockOf(other)),
  }
}
