// Quick check whether anyone is signed in, made before the real client is loaded. It only decides what to load first.

/** Resolves to true if the server says that nobody is signed in, and to false if someone is or the server cannot be reached. */
export const isSignedOut = async (): Promise<boolean> => {
  try {
    const response = await fetch("/api/current/user", { headers: { accept: "application/json" }, credentials: "include" })
    const body: unknown = response.ok ? await response.json() : undefined
    return typeof body === "object" && body !== null && !("email" in body)
  } catch {
    // The session machine asks again and handles an unreachable server.
    return false
  }
}
