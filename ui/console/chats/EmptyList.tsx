// A list without a row: why, and what can be done.
import { Text } from "@mantine/core"
import type { ListName } from "../../../domain/script/overview.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./ChatOverview.module.css"

/** What the list was narrowed down by; null: there is nothing in it. */
type Props = { readonly list: ListName; readonly narrowed: "search" | "status" | null }

export const EmptyList = ({ list, narrowed }: Props) => {
  const t = useWords()
  return (
    <div className={classes["empty"]}>
      <Text fw={500}>{t(`chats.none.${narrowed ?? list}`)}</Text>
      {list === "active" && narrowed === null && <Text c="dimmed">{t("chats.none.hint", { add: t("chats.add") })}</Text>}
    </div>
  )
}
