// What is wrong with lines of `key = value`, in words.
import { lineProblem } from "../../../../domain/chat/in-advance.ts"
import { useWords } from "../../../kit/words.tsx"

/** Says the first line that says less than its author may have meant; undefined where there is none. */
export const useLinesFault = (text: string): string | undefined => {
  const t = useWords()
  const problem = lineProblem(text)
  return problem === null ? undefined : t(`editor.test.lines.${problem.what}`, { line: problem.line })
}

/** How lines are written, with the keys that the script asks for; `mayBeSeveral`: whether a value can be several groups. */
export const useLinesHint = (keys: ReadonlyArray<string>, mayBeSeveral: boolean): string => {
  const t = useWords()
  const lines = t(mayBeSeveral ? "editor.test.lines.several" : "editor.test.lines")
  return keys.length === 0 ? lines : `${lines}. ${t("editor.test.lines.asked", { keys: keys.join(", ") })}`
}
