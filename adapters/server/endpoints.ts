// All endpoints of the server's API.

import { membershipEndpoints } from "./accounts/membership-endpoints.ts"
import { ownAccountEndpoints, twoFactorEndpoints } from "./accounts/own-account-endpoints.ts"
import { passwordResetEndpoints } from "./accounts/password-reset-endpoints.ts"
import { signInEndpoints } from "./accounts/sign-in-endpoints.ts"
import { userEndpoints } from "./accounts/user-endpoints.ts"
import { archiveEndpoints } from "./answer-files/answer-file-archive.ts"
import { auditEndpoints } from "./audit/audit-endpoints.ts"
import { communityEndpoints, optionEndpoints } from "./communities/community-endpoints.ts"
import { styleEndpoints } from "./communities/style-endpoints.ts"
import { connectionEndpoints } from "./connections/connection-endpoints.ts"
import { chatEndpoints } from "./conversations/chat-endpoints.ts"
import { clearingEndpoints } from "./conversations/clearing-endpoints.ts"
import { countEndpoints } from "./conversations/count-endpoints.ts"
import { exportEndpoints } from "./conversations/export-endpoints.ts"
import { linkEndpoints } from "./conversations/link-endpoints.ts"
import { deliveryEndpoints } from "./deliveries/delivery-endpoints.ts"
import type { EndpointHandler } from "./http/endpoint-handler.ts"
import { memberEndpoints } from "./respondents/member-endpoints.ts"
import { personEndpoints } from "./respondents/person-endpoints.ts"
import { removalEndpoints } from "./scripts/removal-endpoints.ts"
import { revisionEndpoints, saveScriptEndpoint } from "./scripts/revision-endpoints.ts"
import { scriptEndpoints, scriptSettingEndpoints } from "./scripts/script-endpoints.ts"
import { statusEndpoints } from "./scripts/status-endpoints.ts"
import { statisticsEndpoints } from "./statistics/statistics-endpoints.ts"
import { uploadEndpoints } from "./uploads/upload-endpoints.ts"

export const endpoints: ReadonlyArray<EndpointHandler> = [
  ...signInEndpoints,
  ...ownAccountEndpoints,
  ...passwordResetEndpoints,
  ...twoFactorEndpoints,
  ...userEndpoints,
  ...membershipEndpoints,
  ...communityEndpoints,
  ...scriptEndpoints,
  saveScriptEndpoint,
  ...statusEndpoints,
  ...revisionEndpoints,
  ...scriptSettingEndpoints,
  ...removalEndpoints,
  ...linkEndpoints,
  ...countEndpoints,
  ...exportEndpoints,
  ...clearingEndpoints,
  ...archiveEndpoints,
  ...memberEndpoints,
  ...personEndpoints,
  ...uploadEndpoints,
  ...styleEndpoints,
  ...optionEndpoints,
  ...connectionEndpoints,
  ...deliveryEndpoints,
  ...chatEndpoints,
  ...statisticsEndpoints,
  ...auditEndpoints,
]
