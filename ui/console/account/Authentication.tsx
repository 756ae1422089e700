// Password, two-factor authentication, and where one is signed in (spec/3-community §2 "Account pages").
import { AccountPage } from "./AccountPage.tsx"
import type { AccountMachines } from "./machines.ts"
import { PasswordCard } from "./PasswordCard.tsx"
import { SessionsCard } from "./SessionsCard.tsx"
import { TwoFactorCard } from "./TwoFactorCard.tsx"

export const Authentication = ({ machines }: { readonly machines: AccountMachines }) => (
  <AccountPage>
    <PasswordCard machine={machines.passwordChange} />
    <TwoFactorCard machine={machines.twoFactor} />
    <SessionsCard machine={machines.openSessions} />
  </AccountPage>
)
