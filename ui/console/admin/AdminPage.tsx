// What the admin screens share: their heading, the way from one to the other, and what is said to those who may not be here.
import { Title } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import type { PropsWithChildren } from "react"
import { may, type Right } from "../../../domain/communities/roles.ts"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"
import buttons from "../HeaderButton.module.css"
import { useWired } from "../wired.tsx"
import classes from "./Roster.module.css"

type Props = PropsWithChildren<{ readonly right: Right }>

export const AdminPage = ({ right, children }: Props) => {
  const t = useWords()
  const isAllowed = useSelector(useWired().session, ({ context: { user } }) => user !== null && may(user, right, null))
  return (
    <main id="content" tabIndex={-1} className={classes["page"]}>
      <nav aria-label={t("admin.menu")} className={classes["tabs"]}>
        <Link to="/admin/user-management" className={buttons["button"]}>
          {t("title.users")}
        </Link>
        <Link to="/admin/community-management" className={buttons["button"]}>
          {t("title.communities")}
        </Link>
        <Link to="/admin/removal-management" className={buttons["button"]}>
          {t("title.removals")}
        </Link>
      </nav>
      {isAllowed ? (
        children
      ) : (
        <>
          <Title order={1} size="h2">
            {t("title.admin")}
          </Title>
          <Notice tone="quiet">
            <p>{t("admin.forbidden")}</p>
          </Notice>
        </>
      )}
    </main>
  )
}
