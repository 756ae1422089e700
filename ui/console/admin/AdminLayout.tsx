// What the admin screens share: the way from one to the other, and who may be here.
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import type { PropsWithChildren } from "react"
import { may, type Right } from "../../../domain/communities/rights.ts"
import { useWords } from "../../kit/i18n.tsx"
import { useWired } from "../console-services.tsx"
import buttons from "../shell/HeaderButton.module.css"
import { GuardedPage } from "../shell/PageContent.tsx"

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
