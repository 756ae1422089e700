// Layout of the admin pages: section tabs, and the check of the user's right.
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import type { PropsWithChildren } from "react"
import { hasRight, type Right } from "../../../domain/accounts/rights.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { useConsoleServices } from "../console-services.tsx"
import buttons from "../shell/HeaderButton.module.css"
import { RestrictedPage } from "../shell/PageContent.tsx"

type Props = PropsWithChildren<{ readonly right: Right }>

export const AdminLayout = ({ right, children }: Props) => {
  const t = useTranslate()
  const isAllowed = useSelector(useConsoleServices().session, ({ context: { user } }) => user !== null && hasRight(user, right, null))
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
    <RestrictedPage menu={t("admin.menu")} links={links} isAllowed={isAllowed} title="title.admin" refusal={t("admin.forbidden")}>
      {children}
    </RestrictedPage>
  )
}
