// The account's overview: who one is, and one's email address (spec/3-community §2 "Account pages").
import { useSelector } from "@xstate/react"
import { Card } from "../../kit/Card.tsx"
import { useWords } from "../../kit/words.tsx"
import { useWired } from "../wired.tsx"
import classes from "./Account.module.css"
import { AccountPage } from "./AccountPage.tsx"
import { EmailCard } from "./EmailCard.tsx"
import type { AccountMachines } from "./machines.ts"

export const Account = ({ machines }: { readonly machines: AccountMachines }) => {
  const t = useWords()
  const { session } = useWired()
  const user = useSelector(session, ({ context }) => context.user)
  if (user === null) return null
  return (
    <AccountPage>
      <Card title={t("account.overview")}>
        <dl className={classes["facts"]}>
          <dt>{t("account.username")}</dt>
          <dd>{user.username}</dd>
        </dl>
      </Card>
      <EmailCard machine={machines.emailChange} email={user.email} />
    </AccountPage>
  )
}
