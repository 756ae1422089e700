// The people who work here: who they are, how they sign in, what a password needs (spec/1-console §1, §3, §5).
export {
  byFieldsOfEdit,
  draftOfFields,
  draftOfUser,
  editViolations,
  fieldsOfUser,
  hasChanges,
  membershipField,
  type UserChanges,
  type UserDraft,
  userChanges,
  withMembershipAs,
} from "../accounts/edit-user.ts"
export {
  type EmailProblem,
  emailProblem,
  emailViolations,
  isCompleteCode,
  isSameUsername,
  tidyUsername,
  type UsernameProblem,
  usernameLength,
  usernameProblem,
  usernameViolations,
} from "../accounts/identity.ts"
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
} from "../accounts/limits.ts"
export { type NewUser, newUserViolations } from "../accounts/new-user.ts"
export { OpenSession } from "../accounts/open-session.ts"
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
} from "../accounts/password.ts"
export { arrangedRoster, type RosterSort, sortedBy } from "../accounts/roster.ts"
export { type Credentials, codeViolations, credentialViolations, tidyCode } from "../accounts/sign-in.ts"
export { disableViolations, enableViolations, spacedKey, TotpSecret, TwoFactorConfiguration } from "../accounts/two-factor.ts"
export { CommunityEntry, canDelete, Role, User } from "../accounts/user.ts"
