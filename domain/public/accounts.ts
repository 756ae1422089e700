// The people who work here: who they are, how they sign in, what a password needs (spec/1-console §1, §3, §5).
export { draftOfUser, hasChanges, type UserChanges, type UserDraft, userChanges } from "../accounts/edit-user.ts"
export {
  type EmailProblem,
  emailProblem,
  isCompleteCode,
  tidyUsername,
  type UsernameProblem,
  usernameLength,
  usernameProblem,
} from "../accounts/identity.ts"
export { failureLimits, sessionLasts } from "../accounts/limits.ts"
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
  strengthPercent,
  type UnmetRule,
  unmetRules,
} from "../accounts/password.ts"
export { arrangedRoster, type RosterSort, sortedBy } from "../accounts/roster.ts"
export { mayTry, mayVerify, tidyCode } from "../accounts/sign-in.ts"
export { spacedKey, TotpSecret, TwoFactorConfiguration } from "../accounts/two-factor.ts"
export { CommunityEntry, canDelete, Role, User } from "../accounts/user.ts"
