// What is kept of a token: whoever reads the database cannot use it.
import { createHash } from "node:crypto"

export const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url")
