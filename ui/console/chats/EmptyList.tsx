// A list without a row: why, and what can be done.
import { Text } from "@mantine/core"
import type { ListName } from "../../../domain/script/overview.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./ChatOverview.module.css"

type Props = { readonly list: ListName; readonly searched: boolean }

export const EmptyList = ({ list, searched }: Props) => {
  const t = useWords()
  return (
    <div className={classes["empty"]}>
      <Text fw={500}>{t(searched ? "chats.none.found" : `chats.none.${list}`)}</Text>
      {list === "active" && !searched && <Text c="dimmed">{t("chats.none.hint", { add: t("chats.add") })}</Text>}
    </div>
  )
}
