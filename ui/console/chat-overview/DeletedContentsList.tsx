// What chats contain, for the question before they are deleted.
import { List, Text } from "@mantine/core"
import type { ScriptContents } from "../../../domain/script/script-list.ts"
import { useTranslate } from "../../kit/i18n.tsx"

type Props = {
  /** `chats` is the number of chats of a whole community. */
  readonly contents: ScriptContents & { readonly chats?: number }
  /** What happens to them. */
  readonly intro: string
}

export const DeletedContentsList = ({ contents: { chats = 0, answers, files, links }, intro }: Props) => {
  const t = useTranslate()
  const counts = { chats, answers, files, links }
  const kinds = (["chats", "answers", "files", "links"] as const).filter((kind) => counts[kind] > 0)
  if (kinds.length === 0) return <Text>{t("chats.contents.none")}</Text>
  return (
    <div>
      <Text>{intro}</Text>
      <List>
        {kinds.map((kind) => (
          <List.Item key={kind}>{t(`chats.contents.${kind}`, { count: counts[kind] })}</List.Item>
        ))}
      </List>
    </div>
  )
}
