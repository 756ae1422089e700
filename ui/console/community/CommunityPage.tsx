// Parent page of a community's pages.
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import { canReachCommunity, hasRight } from "../../../domain/accounts/rights.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { useCommunities, useConsoleServices } from "../console-services.tsx"
import { ParentPage } from "../shell/PageContent.tsx"
import { CommunityLayout } from "./CommunityLayout.tsx"

export const CommunityPage = ({ slug }: { readonly slug: string }) => {
  const t = useTranslate()
  const communities = useSelector(useCommunities(), (state) => (state.hasTag("loaded") ? state.context.communities : null))
  const isAllowed = useSelector(
    useConsoleServices().session,
    ({ context: { user } }) => user !== null && canReachCommunity(user, slug, communities) && hasRight(user, "community.members", slug),
  )
  if (!isAllowed) return <CommunityLayout slug={slug} right="community.members" />
  return (
    <ParentPage title={t("title.community")} menu={t("community.menu")}>
      <Link to="/$communitySlug/stylesheet" params={{ communitySlug: slug }}>
        <strong>{t("styling.heading")}</strong>
        {t("community.page.styling")}
      </Link>
      <Link to="/$communitySlug/members" params={{ communitySlug: slug }}>
        <strong>{t("members.heading")}</strong>
        {t("community.page.members")}
      </Link>
      <Link to="/$communitySlug/options" params={{ communitySlug: slug }}>
        <strong>{t("options.heading")}</strong>
        {t("community.page.options")}
      </Link>
      <Link to="/$communitySlug/removal-chats" params={{ communitySlug: slug }}>
        <strong>{t("title.removals")}</strong>
        {t("community.page.removals")}
      </Link>
    </ParentPage>
  )
}
