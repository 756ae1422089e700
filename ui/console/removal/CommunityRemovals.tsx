// The chats of one community that are up for removal (spec/3-community §2 "Removal lists").
import { Title } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { may } from "../../../domain/communities/roles.ts"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"
import { useWired } from "../wired.tsx"
import type { RemovalMachines } from "./machines.ts"
import classes from "./Removals.module.css"
import { Removals } from "./Removals.tsx"

export const CommunityRemovals = ({ machines, slug }: { readonly machines: RemovalMachines; readonly slug: string }) => {
  const t = useWords()
  const isAllowed = useSelector(useWired().session, ({ context: { user } }) => user !== null && may(user, "community.removals", slug))
  return (
    <main id="content" tabIndex={-1} className={classes["page"]}>
      {isAllowed ? (
        <Removals machines={machines} slug={slug} />
      ) : (
        <>
          <Title order={1} size="h2">
            {t("removals.heading")}
          </Title>
          <Notice tone="quiet">
            <p>{t("removals.forbidden")}</p>
          </Notice>
        </>
      )}
    </main>
  )
}
