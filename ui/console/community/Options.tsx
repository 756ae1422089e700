// What a community sets up: credentials for payments, and connections to other services (spec/3-community §2 "Community options page").
import { Title } from "@mantine/core"
import { Card } from "../../kit/Card.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"
import { Checkout } from "./Checkout.tsx"
import { CommunityPage } from "./CommunityPage.tsx"
import { Connections } from "./Connections.tsx"
import type { CommunityMachines } from "./machines.ts"
import { Signing } from "./Signing.tsx"

type Props = {
  readonly machines: CommunityMachines
  readonly slug: string
  /** What became of the authorisation that one comes back from; null where one comes from elsewhere. */
  readonly outcome: "authorized" | "refused" | null
}

export const Options = ({ machines, slug, outcome }: Props) => {
  const t = useWords()
  return (
    <CommunityPage slug={slug} right="community.options">
      <Title order={1} size="h2">
        {t("options.heading")}
      </Title>
      {outcome !== null && (
        <Notice tone={outcome === "authorized" ? "good" : "bad"}>
          <p>{t(`connections.${outcome}`)}</p>
        </Notice>
      )}
      <Card title={t("checkout.heading")}>
        <Checkout machine={machines.checkout} slug={slug} />
      </Card>
      <Card title={t("connections.heading")}>
        <Connections machines={machines} slug={slug} />
      </Card>
      <Card title={t("signing.heading")}>
        <Signing machine={machines.signing} slug={slug} />
      </Card>
    </CommunityPage>
  )
}
