// What the two account screens share: heading, and the way from one to the other.
import { Title } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import type { PropsWithChildren } from "react"
import type { PlainMessageKey } from "../../../domain/catalog/catalog.ts"
import type { Failure } from "../../../domain/failure.ts"
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

// Why a change of the account came to nothing: the server's words, or that it is not known (spec/1-console §8 "Account failures").

type Props = {
  readonly failure: Failure | null
  /** What is said where the server gave no reason. */
  readonly unknown: PlainMessageKey
  /** Fields that show their violations themselves. */
  readonly shown: ReadonlyArray<string>
}

export const AccountFailureNotice = ({ failure, unknown, shown }: Props) => {
  const t = useTranslate()
  if (failure === null) return null
  const isTold = failure._tag === "TooSoon" || (failure._tag === "Refused" && failure.violations.length > 0)
  if (isTold) return <FailureNotice failure={failure} shown={shown} />
  return (
    <Notice tone="bad">
      <p>{t(unknown)}</p>
    </Notice>
  )
}
