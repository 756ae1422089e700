// What the tabs of this browser tell each other about the session.

export type SessionMessage = { readonly type: "session.began" } | { readonly type: "session.ended" }

const isNews = (data: unknown): data is SessionMessage =>
  typeof data === "object" && data !== null && "type" in data && (data.type === "session.began" || data.type === "session.ended")

/** Joins the tabs' channel. A tab does not hear itself. */
export const joinSessionChannel = (
  hear: (news: SessionMessage) => void,
): { readonly tell: (news: SessionMessage) => void; readonly leave: () => void } => {
  const channel = new BroadcastChannel("session")
  channel.addEventListener("message", ({ data }) => {
    if (isNews(data)) hear(data)
  })
  return { tell: (news) => channel.postMessage(news), leave: () => channel.close() }
}
