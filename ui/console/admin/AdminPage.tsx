// What the admin screens share: the way from one to the other, and who may be here.
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import type { PropsWithChildren } from "react"
import { may, type Right } from "../../../domain/communities/roles.ts"
import { useWords } from "../../kit/words.tsx"
import { GuardedPage } from "../GuardedPage.tsx"
import buttons from "../HeaderButton.module.css"
import { useWired } from "../wired.tsx"

type Props = PropsWithChildren<{ readonly right: Right }>

export const AdminPage = ({ right, children }: Props) => {
  const t = useWords()
  const isAllowed = useSelector(useWired().session, ({ context: { user } }) => user !== null && may(user, right, null))
  const links = (
    <>
      <Link to="/admin/user-management" className={buttons["button"]}>
        {t("title.users")}
      </Link>
      <Link to="/admin/community-management" className={buttons["button"]}>
        {t("title.communities")}
      </Link>
      <Link to="/admin/removal-management" className={buttons["button"]}>
        {t("title.removals")}
      </Link>
    </>
  )
  return (
    <GuardedPage menu={t("admin.menu")} links={links} isAllowed={isAllowed} title="title.admin" refusal={t("admin.forbidden")}>
      {children}
    </GuardedPage>
  )
}
