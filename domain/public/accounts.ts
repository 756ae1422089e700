// Staff accounts: users and roles, sign-in, passwords, two-factor authentication.

export {
  backupCodeCount,
  backupCodeLength,
  failedAttemptLimits,
  reauthenticationWindowMs,
  sessionLifetimeMs,
  signInStepLifetimeMs,
  tokenLifetimeMs,
  totpDigits,
  totpPeriodSeconds,
  totpWindowPeriods,
} from "../accounts/account-limits.ts"
export {
  type Credentials,
  codeViolations,
  credentialViolations,
  type EmailProblem,
  emailProblem,
  emailViolations,
  isCompleteCode,
  isSameUsername,
  stripCodeSpaces,
  trimUsername,
  type UsernameProblem,
  usernameLength,
  usernameProblem,
  usernameViolations,
} from "../accounts/credentials.ts"
export {
  buildPasswordConstraints,
  canChangePassword,
  type PasswordChange,
  type PasswordComponent,
  PasswordConstraints,
  type PasswordProblems,
  passwordComponents,
  passwordLength,
  passwordProblems,
  passwordViolations,
  strengthPercent,
  type UnmetRule,
  unmetRules,
} from "../accounts/password-rules.ts"
export {
  disableTwoFactorViolations,
  enableTwoFactorViolations,
  formatTotpKey,
  TotpSecret,
  TwoFactorConfiguration,
} from "../accounts/two-factor-settings.ts"
export { canDeleteUser, Membership, OpenSession, Role, User } from "../accounts/user.ts"
export {
  createUserDraft,
  hasChanges,
  membershipField,
  type NewUser,
  newUserViolations,
  parseUserForm,
  replaceMembership,
  toFormViolations,
  type UserChanges,
  type UserDraft,
  userChanges,
  userEditViolations,
  userFormFields,
} from "../accounts/user-form.ts"
export { filterByText } from "../text/name-search.ts"
