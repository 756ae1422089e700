// What an edit could touch of a script that has conversations, with counts (decisions V4).
import type { AtStake } from "../../../domain/script/at-stake.ts"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"

const parts = ["columns", "conditions", "recalls", "actions", "links"] as const

export const Stake = ({ stake }: { readonly stake: AtStake }) => {
  const t = useWords()
  const { conversations, answered } = stake
  return (
    <Notice tone="quiet" title={t("stake.begun", { conversations, answered })}>
      <ul>
        {parts
          .filter((part) => stake[part] > 0)
          .map((part) => (
            <li key={part}>{t(`stake.${part}`, { count: stake[part] })}</li>
          ))}
      </ul>
    </Notice>
  )
}
