// Home page: choose a community, or add one.
import { Button, Skeleton, Title } from "@mantine/core"
import { IconArrowRight, IconPlus } from "@tabler/icons-react"
import { useNavigate } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import { useState } from "react"
import { hasRight } from "../../../domain/accounts/rights.ts"
import { filterCommunities, findOnlyMatch } from "../../../domain/communities/community.ts"
import { EmptyMessage } from "../../kit/EmptyMessage.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FilterField } from "../../kit/FilterField.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useCommunities, useConsoleServices } from "../console-services.tsx"
import { PageContent } from "../shell/PageContent.tsx"
import { AddCommunityDialog } from "./AddCommunityDialog.tsx"
import classes from "./HomePage.module.css"

type Props = {
  /** Result of an authorization that the user returns from without a known community; null if they came from elsewhere. */
  readonly outcome: "authorized" | "refused" | null
}

export const HomePage = ({ outcome }: Props) => {
  const t = useTranslate()
  const navigate = useNavigate()
  const actor = useCommunities()
  const mayAdd = useSelector(
    useConsoleServices().session,
    ({ context: { user } }) => user !== null && hasRight(user, "communities.add", null),
  )
  const { communities, added, failure } = useSelector(actor, ({ context }) => context)
  const state = useSelector(actor, ({ value }) => value)
  const adding = useSelector(actor, ({ children }) => children.addCommunity)
  const [text, setText] = useState("")
  const isListed = useSelector(actor, (it) => it.hasTag("loaded"))

  const openCommunity = (slug: string) => void navigate({ to: "/chats/$communitySlug", params: { communitySlug: slug } })
  const openOnlyMatch = () => {
    const only = findOnlyMatch(communities, text)
    if (only !== undefined) openCommunity(only.slug)
  }
  const found = filterCommunities(communities, text)

  return (
    <PageContent>
      <div className={classes["top"]}>
        <div className={classes["heading"]}>
          <Title order={1} size="h2">
            {t("home.heading")}
          </Title>
          <output className={classes["notice"]}>{added !== null && t("home.add.done", { name: added.name })}</output>
        </div>
        <FilterField className={classes["filter"]} label={t("home.filter")} text={text} onChange={setText} onEnter={openOnlyMatch} />
        {mayAdd && (
          <Button
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            disabled={!isListed}
            onClick={() => actor.send({ type: "add.open" })}
          >
            {t("home.add")}
          </Button>
        )}
      </div>
      {outcome !== null && (
        <Notice tone={outcome === "authorized" ? "good" : "bad"}>
          <p>{t(`home.connection.${outcome}`)}</p>
        </Notice>
      )}
      {state === "loading" && (
        <output className={classes["grid"]} aria-label={t("shell.loading")}>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height={72} radius="lg" className={classes["late"]} />
          ))}
        </output>
      )}
      {state === "failed" && (
        <div className={classes["failure"]}>
          <FailureNotice failure={failure} />
          <Button variant="default" onClick={() => actor.send({ type: "list.retry" })}>
            {t("retry")}
          </Button>
        </div>
      )}
      {isListed &&
        (communities.length === 0 ? (
          <EmptyMessage isFramed title={t("home.none")} description={t(mayAdd ? "home.none.add" : "home.none.ask")} />
        ) : (
          <ul className={classes["grid"]}>
            {found.map(({ uuid, name, slug }) => (
              <li key={uuid} className={classes["community"]}>
                <button type="button" onClick={() => openCommunity(slug)}>
                  {name}
                </button>
                <span className={classes["slug"]}>{slug}</span>
                <IconArrowRight size={18} aria-hidden="true" className={classes["go"]} />
              </li>
            ))}
          </ul>
        ))}
      {communities.length > 0 && found.length === 0 && <output className={classes["none"]}>{t("home.filter.none")}</output>}
      <AddCommunityDialog form={adding} />
    </PageContent>
  )
}
