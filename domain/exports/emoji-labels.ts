// The texts of the five faces in an export: in the language of the script's newest revision, whoever exports (decisions X4).
import { questions as en } from "../catalogue/en/questions.ts"
import { questions as nl } from "../catalogue/nl/questions.ts"
import { type EmojiLabels, emojiLabelsOf } from "../conversations/stored-answer.ts"
import type { Revision } from "./answers-plan.ts"

/** [X4] The five texts, the worst face first, in Dutch for a script whose newest revision is Dutch, else in English. */
export const exportEmojiLabels = (revisions: ReadonlyArray<Pick<Revision, "revision" | "language">>): EmojiLabels => {
  const [newest] = revisions.toSorted((one, other) => other.revision - one.revision)
  return emojiLabelsOf(newest?.language === "nl" ? nl : en)
}
