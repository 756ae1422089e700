// Layout of the community pages: section tabs, and the check of the user's right.
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import type { PropsWithChildren } from "react"
import { canReachCommunity, hasRight, type Right } from "../../../domain/accounts/rights.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { useCommunities, useConsoleServices } from "../console-services.tsx"
import buttons from "../shell/HeaderButton.module.css"
import { NotFoundMessage } from "../shell/NotFoundPage.tsx"
import { RestrictedPage } from "../shell/PageContent.tsx"

type Props = PropsWithChildren<{ readonly slug: string; readonly right: Right; readonly width?: "measure" | "full" }>

export const CommunityLayout = ({ slug, right, width = "measure", children }: Props) => {
  const t = useTranslate()
  const communities = useSelector(useCommunities(), (state) => (state.hasTag("loaded") ? state.context.communities : null))
  const { session } = useConsoleServices()
  const isReachable = useSelector(session, ({ context: { user } }) => user !== null && canReachCommunity(user, slug, communities))
  const isAllowed = useSelector(session, ({ context: { user } }) => user !== null && hasRight(user, right, slug))
  if (!isReachable) return <NotFoundMessage />
  const links = (
    <>
      <Link to="/$communitySlug/stylesheet" params={{ communitySlug: slug }} className={buttons["button"]}>
        {t("styling.heading")}
      </Link>
      <Link to="/$communitySlug/members" params={{ communitySlug: slug }} className={buttons["button"]}>
        {t("members.heading")}
      </Link>
      <Link to="/$communitySlug/options" params={{ communitySlug: slug }} className={buttons["button"]}>
        {t("options.heading")}
      </Link>
      <Link to="/$communitySlug/removal-chats" params={{ communitySlug: slug }} className={buttons["button"]}>
        {t("title.removals")}
      </Link>
    </>
  )
  return (
    <RestrictedPage
      menu={t("community.menu")}
      links={links}
      isAllowed={isAllowed}
      width={width}
      title="title.community"
      refusal={t("community.forbidden")}
    >
      {children}
    </RestrictedPage>
  )
}
