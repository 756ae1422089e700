// All calls that the server answers.

import { ownAccountCalls, twoFactorCalls } from "./accounts/own-account-endpoints.ts"
import { accountCalls } from "./accounts/sign-in-endpoints.ts"
import { userCalls } from "./accounts/user-endpoints.ts"
import { fileCalls } from "./answer-files/answer-file-archive.ts"
import { auditCalls } from "./audit/audit-endpoints.ts"
import { communityCalls, optionCalls } from "./communities/community-endpoints.ts"
import { styleCalls } from "./communities/style-endpoints.ts"
import { connectionCalls } from "./connections/connection-endpoints.ts"
import { chatCalls } from "./conversations/chat-endpoints.ts"
import { clearingCalls } from "./conversations/clearing-endpoints.ts"
import { countCalls } from "./conversations/count-endpoints.ts"
import { exportCalls } from "./conversations/export-endpoints.ts"
import { linkCalls } from "./conversations/link-endpoints.ts"
import { deliveryCalls } from "./deliveries/delivery-endpoints.ts"
import type { Call } from "./http/endpoint-handler.ts"
import { memberCalls } from "./respondents/member-endpoints.ts"
import { peopleCalls } from "./respondents/person-endpoints.ts"
import { removalCalls } from "./scripts/removal-procedure.ts"
import { saveCall, versionCalls } from "./scripts/revision-endpoints.ts"
import { scriptCalls, scriptSettingCalls } from "./scripts/script-endpoints.ts"
import { statusCalls } from "./scripts/status-endpoints.ts"
import { statisticsCalls } from "./statistics/statistics-endpoints.ts"
import { uploadCalls } from "./uploads/upload-endpoints.ts"

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
