// What the screens of one community share: the way from one to the other, and who may be here (spec/3-community §2 "Community").
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import type { PropsWithChildren } from "react"
import { isReached, may, type Right } from "../../../domain/communities/rights.ts"
import { useWords } from "../../kit/i18n.tsx"
import { useCommunities, useWired } from "../console-services.tsx"
import buttons from "../shell/HeaderButton.module.css"
import { NothingHere } from "../shell/NotFoundPage.tsx"
import { GuardedPage } from "../shell/PageContent.tsx"

type Props = PropsWithChildren<{ readonly slug: string; readonly right: Right; readonly width?: "measure" | "full" }>

export const CommunityPage = ({ slug, right, width = "measure", children }: Props) => {
  const t = useWords()
  const communities = useSelector(useCommunities(), (state) => (state.hasTag("listed") ? state.context.communities : null))
  const { session } = useWired()
  const isThere = useSelector(session, ({ context: { user } }) => user !== null && isReached(user, slug, communities))
  const isAllowed = useSelector(session, ({ context: { user } }) => user !== null && may(user, right, slug))
  if (!isThere) return <NothingHere />
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
    <GuardedPage
      menu={t("community.menu")}
      links={links}
      isAllowed={isAllowed}
      width={width}
      title="title.community"
      refusal={t("community.forbidden")}
    >
      {children}
    </GuardedPage>
  )
}
