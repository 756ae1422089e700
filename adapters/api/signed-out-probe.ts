// A first look at who is signed in, before the real client with its schemas is there. It decides only what to load first.

/** True when the server says that nobody is signed in; false when somebody is, or when it cannot be told. */
export const isSignedOut = async (): Promise<boolean> => {
  try {
    const answer = await fetch("/api/current/user", { headers: { accept: "application/json" }, credentials: "include" })
    const body: unknown = answer.ok ? await answer.json() : undefined
    return typeof body === "object" && body !== null && !("email" in body)
  } catch {
    // The session machine asks again, and knows what to do when nobody answers.
    return false
  }
}
