// Layout of the account pages (heading and section tabs), and their failure notice.
import { Title } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import type { PropsWithChildren } from "react"
import type { PlainMessageKey } from "../../../domain/catalog/catalog.ts"
import type { Failure } from "../../../domain/failures/failure.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import buttons from "../shell/HeaderButton.module.css"
import tabs from "../shell/PageContent.module.css"
import { PageContent } from "../shell/PageContent.tsx"

export const AccountLayout = ({ children }: PropsWithChildren) => {
  const t = useTranslate()
  return (
    <PageContent width="form">
      <Title order={1} size="h2">
        {t("account.heading")}
      </Title>
      <nav aria-label={t("account.heading")} className={tabs["tabs"]}>
        <Link to="/account" activeOptions={{ exact: true }} className={buttons["button"]}>
          {t("account.overview")}
        </Link>
        <Link to="/account/authentication" className={buttons["button"]}>
          {t("account.to-authentication")}
        </Link>
      </nav>
      {children}
    </PageContent>
  )
}

type Props = {
  readonly failure: Failure | null
  /** The message shown if the server gave no reason. */
  readonly unknown: PlainMessageKey
  /** Names of the fields that show their own violations. */
  readonly shown: ReadonlyArray<string>
}

/** Why an account change failed: the reason given by the server, or a general message. */
export const AccountFailureNotice = ({ failure, unknown, shown }: Props) => {
  const t = useTranslate()
  if (failure === null) return null
  const hasReason = failure._tag === "RateLimited" || (failure._tag === "ValidationFailed" && failure.violations.length > 0)
  if (hasReason) return <FailureNotice failure={failure} shown={shown} />
  return (
    <Notice tone="bad">
      <p>{t(unknown)}</p>
    </Notice>
  )
}
