// A list without a row: why, and what can be done.
import { Button, Text } from "@mantine/core"
import type { ListKind } from "../../../domain/script/listing.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./ChatOverview.module.css"

type Props = { readonly kind: ListKind; readonly searched: boolean; readonly onAdd: () => void }

export const EmptyList = ({ kind, searched, onAdd }: Props) => {
  const t = useWords()
  return (
    <div className={classes["empty"]}>
      <Text fw={500}>{t(searched ? "chats.none.found" : `chats.none.${kind}`)}</Text>
      {kind === "active" && !searched && (
        <Button variant="light" onClick={onAdd}>
          {t("chats.add")}
        </Button>
      )}
    </div>
  )
}
