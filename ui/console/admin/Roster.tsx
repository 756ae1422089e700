// The list of all users or all communities: search, sort, add, delete, and a message about the last change.
import { Button, Loader, Title } from "@mantine/core"
import { IconPlus } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { type ReactNode, useDeferredValue } from "react"
import type { ActorRefFrom } from "xstate"
import { filterAndSort } from "../../../domain/accounts/admin-list.ts"
import type { RosterNotice, rosterMachine } from "../../../machines/admin/roster-machine.ts"
import { DeletionDialog } from "../../kit/DeletionDialog.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FilterField } from "../../kit/FilterField.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import { LoadingPlaceholder } from "../../kit/LoadingPlaceholder.tsx"
import classes from "./Roster.module.css"
import { RosterTable } from "./RosterTable.tsx"

/** Texts of the list and its items. */
export type RosterTexts<Item, Column extends string, Token> = {
  readonly heading: string
  readonly count: (count: number) => string
  readonly search: string
  readonly add: string
  readonly emptyText: string
  readonly column: (column: Column | "actions") => string
  readonly changeMessage: (news: RosterNotice<Item>) => string
  readonly deleteLabel: (item: Item) => string
  readonly deletionTitle: string
  /** The token, null while it is being fetched, has the item's present name. */
  readonly deletionQuestion: (item: Item, token: Token | null) => string
}

type Props<Item extends { readonly uuid: string }, Column extends string, Known, Token> = {
  readonly roster: ActorRefFrom<ReturnType<typeof rosterMachine<Item, Column, Known, Token>>>
  readonly columns: ReadonlyArray<Column>
  readonly texts: RosterTexts<Item, Column, Token>
  readonly isDeletable?: (item: Item) => boolean
  /** Shows what is deleted with the item. */
  readonly renderDeletionPreview?: (token: Token) => ReactNode
  readonly onOpen: (item: Item) => void
  /** The dialogs that add and edit items. */
  readonly children: ReactNode
}

const always = () => true

export const Roster = <Column extends string, Item extends Readonly<Record<Column | "uuid", string>>, Known, Token>({
  roster,
  columns,
  texts,
  isDeletable = always,
  renderDeletionPreview,
  onOpen,
  children,
}: Props<Item, Column, Known, Token>) => {
  const t = useTranslate()
  const { items, search, sort, failure, news } = useSelector(roster, ({ context }) => context)
  const isLoading = useSelector(roster, (state) => state.matches("loading"))
  const isSlow = useSelector(roster, (state) => state.hasTag("slow"))
  const isFailed = useSelector(roster, (state) => state.matches("failed"))
  const deletion = useSelector(roster, ({ children: { deletion: it } }) => it)
  const deferredSearch = useDeferredValue(search)
  const shown = filterAndSort(items, { search: deferredSearch, sort, columns })
  const isListed = !isLoading && !isFailed
  return (
    <>
      <div className={classes["top"]}>
        <div className={classes["heading"]}>
          <Title order={1} size="h2">
            {texts.heading}
          </Title>
          {isListed && <span className={classes["count"]}>{texts.count(shown.length)}</span>}
          <output className={classes["news"]}>{news !== null && texts.changeMessage(news)}</output>
          <output className="unseen">{isSlow && t("shell.loading")}</output>
        </div>
        <FilterField
          className={classes["search"]}
          label={texts.search}
          text={search}
          onChange={(text) => roster.send({ type: "search.type", text })}
        />
        <Button
          // Not `loading`, which would disable the button: the dialog returns the focus to it.
          leftSection={isSlow ? <Loader size={18} color="currentColor" /> : <IconPlus size={18} aria-hidden="true" />}
          aria-busy={isSlow}
          disabled={!isListed}
          onClick={() => roster.send({ type: "add.open" })}
        >
          {texts.add}
        </Button>
      </div>
      {isLoading && <LoadingPlaceholder height={240} />}
      {isFailed && (
        <>
          <FailureNotice failure={failure} />
          <div>
            <Button variant="default" onClick={() => roster.send({ type: "list.retry" })}>
              {t("retry")}
            </Button>
          </div>
        </>
      )}
      {isListed && (
        <>
          <FailureNotice failure={failure} />
          <RosterTable
            label={texts.heading}
            items={shown}
            columns={columns}
            sort={sort}
            heading={texts.column}
            deleteLabel={texts.deleteLabel}
            isDeletable={isDeletable}
            onSort={(column) => roster.send({ type: "sort.by", column })}
            onOpen={onOpen}
            onDelete={(item) => roster.send({ type: "item.delete", item })}
          />
          {shown.length === 0 && <output className={classes["none"]}>{texts.emptyText}</output>}
        </>
      )}
      {children}
      <DeletionDialog
        deletion={deletion}
        title={texts.deletionTitle}
        question={texts.deletionQuestion}
        {...(renderDeletionPreview !== undefined && { renderPreview: renderDeletionPreview })}
      />
    </>
  )
}
