// The list as a table that reads like an inbox; on narrow screens each row is a card.
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react"
import type { Sort, SortKey } from "../../../domain/script/listing.ts"
import type { ChatOverviewActor, ChatRow as Row } from "../../../machines/chat-overview.ts"
import { useWords } from "../../kit/words.tsx"
import { ChatRow } from "./ChatRow.tsx"
import classes from "./ChatTable.module.css"

/** By script; see the machine. */
type Answers = ReturnType<ChatOverviewActor["getSnapshot"]>["context"]["answers"]
type Props = { readonly actor: ChatOverviewActor; readonly rows: ReadonlyArray<Row>; readonly sort: Sort; readonly answers: Answers }

const columns = ["status", "name", "public-name", "dates", "answers", "updated", "removal", "actions"] as const
const sortable = { status: "status", name: "name", updated: "updated" } as const satisfies Partial<
  Record<(typeof columns)[number], SortKey>
>
const isSortable = (column: (typeof columns)[number]): column is keyof typeof sortable => column in sortable

export const ChatTable = ({ actor, rows, sort, answers }: Props) => {
  const t = useWords()
  return (
    <table className={classes["table"]}>
      <thead>
        <tr>
          {columns.map((column) =>
            isSortable(column) ? (
              <th key={column} scope="col" aria-sort={ariaSort(sort, column)}>
                <button type="button" onClick={() => actor.send({ type: "sort.by", key: column })}>
                  {t(`chats.column.${column}`)}
                  <SortMark sort={sort} of={column} />
                </button>
              </th>
            ) : (
              <th key={column} scope="col" className={classes[`head-${column}`]}>
                {t(`chats.column.${column}`)}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ script, status }) => (
          <ChatRow key={script.uuid} actor={actor} script={script} status={status} answers={countOf(answers, script.uuid)} />
        ))}
      </tbody>
    </table>
  )
}

/** "unknown" where it could not be counted, null until it is. */
const countOf = (answers: Answers, uuid: string): number | "unknown" | null =>
  answers === null || answers === "unknown" ? answers : (answers[uuid] ?? 0)

const ariaSort = (sort: Sort, by: SortKey) => (sort.by !== by ? "none" : sort.descending ? "descending" : "ascending")

const SortMark = ({ sort, of }: { readonly sort: Sort; readonly of: SortKey }) => {
  const Icon = sort.by !== of ? IconArrowsSort : sort.descending ? IconArrowDown : IconArrowUp
  return <Icon size={14} aria-hidden="true" data-sorted={sort.by === of} />
}
