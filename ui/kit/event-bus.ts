// Notifies subscribers of events outside of machines.

export type EventBus<Event> = {
  /** Adds a listener; returns the function that removes it. */
  readonly subscribe: (listen: (event: Event) => void) => () => void
  /** Calls all listeners, in the order in which they subscribed. */
  readonly emit: (event: Event) => void
}

export const createEventBus = <Event = void>(): EventBus<Event> => {
  const listeners = new Set<(event: Event) => void>()
  return {
    subscribe: (listen) => {
      // A function of its own for each subscription, because the same listener may subscribe twice.
      const listener = (event: Event) => listen(event)
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit: (event) => {
      for (const listen of listeners) listen(event)
    },
  }
}
