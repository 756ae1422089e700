// All calls that the server answers.
import type { Call } from "./http/call.ts"
import { accountCalls } from "./routes/account.ts"
import { communityCalls } from "./routes/communities.ts"
import { saveCall } from "./routes/script-save.ts"
import { statusCalls } from "./routes/script-status.ts"
import { scriptCalls } from "./routes/scripts.ts"

export const calls: ReadonlyArray<Call> = [...accountCalls, ...communityCalls, ...scriptCalls, saveCall, ...statusCalls]
