// Parent page of the admin pages.
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import { hasRight } from "../../../domain/accounts/rights.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { useConsoleServices } from "../console-services.tsx"
import { ParentPage } from "../shell/PageContent.tsx"
import { AdminLayout } from "./AdminLayout.tsx"

export const AdminPage = () => {
  const t = useTranslate()
  const isAllowed = useSelector(
    useConsoleServices().session,
    ({ context: { user } }) => user !== null && hasRight(user, "users.manage", null),
  )
  if (!isAllowed) return <AdminLayout right="users.manage" />
  return (
    <ParentPage title={t("title.admin")} menu={t("admin.menu")}>
      <Link to="/admin/user-management">
        <strong>{t("title.users")}</strong>
        {t("admin.page.users")}
      </Link>
      <Link to="/admin/community-management">
        <strong>{t("title.communities")}</strong>
        {t("admin.page.communities")}
      </Link>
      <Link to="/admin/removal-management">
        <strong>{t("title.removals")}</strong>
        {t("admin.page.removals")}
      </Link>
    </ParentPage>
  )
}
