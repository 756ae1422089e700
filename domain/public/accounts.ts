// The people who work here: who they are, how they sign in, what a password needs (spec/1-console §1, §3, §5).

export {
  backupCodeLength,
  backupCodesMade,
  failureLimits,
  sessionLasts,
  signInProves,
  signInWaits,
  tokenLasts,
  totpDigits,
  totpPeriod,
  totpWindow,
} from "../accounts/account-limits.ts"
export { arrangedRoster, type RosterSort, sortedBy } from "../accounts/admin-list.ts"
export {
  type Credentials,
  codeViolations,
  credentialViolations,
  type EmailProblem,
  emailProblem,
  emailViolations,
  isCompleteCode,
  isSameUsername,
  tidyCode,
  tidyUsername,
  type UsernameProblem,
  usernameLength,
  usernameProblem,
  usernameViolations,
} from "../accounts/credentials.ts"
export {
  type Component,
  components,
  constraintsOf,
  mayChangePassword,
  type PasswordChange,
  PasswordConstraints,
  type PasswordProblems,
  passwordLength,
  passwordProblems,
  passwordViolations,
  strengthPercent,
  type UnmetRule,
  unmetRules,
} from "../accounts/password-rules.ts"
export { disableViolations, enableViolations, spacedKey, TotpSecret, TwoFactorConfiguration } from "../accounts/two-factor-settings.ts"
export { CommunityEntry, canDelete, OpenSession, Role, User } from "../accounts/user.ts"
export {
  byFieldsOfEdit,
  draftOfFields,
  draftOfUser,
  editViolations,
  fieldsOfUser,
  hasChanges,
  membershipField,
  type NewUser,
  newUserViolations,
  type UserChanges,
  type UserDraft,
  userChanges,
  withMembershipAs,
} from "../accounts/user-form.ts"
