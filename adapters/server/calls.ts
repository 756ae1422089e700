// All calls that the server answers.
import type { Call } from "./http/call.ts"
import { accountCalls } from "./routes/account.ts"
import { auditCalls } from "./routes/audit.ts"
import { chatCalls } from "./routes/chat.ts"
import { clearingCalls } from "./routes/clearing.ts"
import { communityCalls } from "./routes/communities.ts"
import { connectionCalls } from "./routes/connections.ts"
import { countCalls } from "./routes/counts.ts"
import { deliveryCalls } from "./routes/deliveries.ts"
import { exportCalls } from "./routes/exports.ts"
import { fileCalls } from "./routes/files.ts"
import { linkCalls } from "./routes/links.ts"
import { memberCalls } from "./routes/members.ts"
import { optionCalls } from "./routes/options.ts"
import { ownAccountCalls } from "./routes/own-account.ts"
import { peopleCalls } from "./routes/people.ts"
import { removalCalls } from "./routes/removals.ts"
import { saveCall } from "./routes/script-save.ts"
import { scriptSettingCalls } from "./routes/script-settings.ts"
import { statusCalls } from "./routes/script-status.ts"
import { versionCalls } from "./routes/script-versions.ts"
import { scriptCalls } from "./routes/scripts.ts"
import { statisticsCalls } from "./routes/statistics.ts"
import { styleCalls } from "./routes/style.ts"
import { twoFactorCalls } from "./routes/two-factor.ts"
import { uploadCalls } from "./routes/uploads.ts"
import { userCalls } from "./routes/users.ts"

export const calls: ReadonlyArray<Call> = [
  ...accountCalls,
  ...ownAccountCalls,
  ...twoFactorCalls,
  ...userCalls,
  ...communityCalls,
  ...scriptCalls,
  saveCall,
  ...statusCalls,
  ...versionCalls,
  ...scriptSettingCalls,
  ...removalCalls,
  ...linkCalls,
  ...countCalls,
  ...exportCalls,
  ...clearingCalls,
  ...fileCalls,
  ...memberCalls,
  ...peopleCalls,
  ...uploadCalls,
  ...styleCalls,
  ...optionCalls,
  ...connectionCalls,
  ...deliveryCalls,
  ...chatCalls,
  ...statisticsCalls,
  ...auditCalls,
]
