// Messages between the tabs of this browser about the session.

export type SessionMessage = { readonly type: "session.began" } | { readonly type: "session.ended" }

const isSessionMessage = (data: unknown): data is SessionMessage =>
  typeof data === "object" && data !== null && "type" in data && (data.type === "session.began" || data.type === "session.ended")

/** Joins the channel of all tabs. A tab does not receive its own messages. */
export const joinSessionChannel = (
  onMessage: (message: SessionMessage) => void,
): { readonly tell: (message: SessionMessage) => void; readonly leave: () => void } => {
  const channel = new BroadcastChannel("session")
  channel.addEventListener("message", ({ data }) => {
    if (isSessionMessage(data)) onMessage(data)
  })
  return { tell: (message) => channel.postMessage(message), leave: () => channel.close() }
}
