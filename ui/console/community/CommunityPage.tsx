// What the screens of one community share: the way from one to the other, and what is said to those who may not be here
// (spec/3-community §2 "Community").
import { Title } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import type { PropsWithChildren } from "react"
import { may, type Right } from "../../../domain/communities/roles.ts"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"
import buttons from "../HeaderButton.module.css"
import { useWired } from "../wired.tsx"
import classes from "./Community.module.css"

type Props = PropsWithChildren<{ readonly slug: string; readonly right: Right }>

export const CommunityPage = ({ slug, right, children }: Props) => {
  const t = useWords()
  const isAllowed = useSelector(useWired().session, ({ context: { user } }) => user !== null && may(user, right, slug))
  return (
    <main id="content" tabIndex={-1} className={classes["page"]}>
      <nav aria-label={t("community.menu")} className={classes["tabs"]}>
        <Link to="/$communitySlug/members" params={{ communitySlug: slug }} className={buttons["button"]}>
          {t("members.heading")}
        </Link>
        <Link to="/$communitySlug/removal-chats" params={{ communitySlug: slug }} className={buttons["button"]}>
          {t("title.removals")}
        </Link>
      </nav>
      {isAllowed ? (
        children
      ) : (
        <>
          <Title order={1} size="h2">
            {t("shell.community")}
          </Title>
          <Notice tone="quiet">
            <p>{t("community.forbidden")}</p>
          </Notice>
        </>
      )}
    </main>
  )
}
