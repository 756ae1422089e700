// Saving by its key from a dialog that holds nothing that the script has not: the keys of the screen do nothing under a dialog.
import { useHotkeys } from "@mantine/hooks"
import { isCovered } from "./covered.ts"
import { useEditor } from "./editing.tsx"

/** Not while another dialog stands over this one: what is written there is not in the script yet. */
export const useSaveKey = (close: () => void): void => {
  const actor = useEditor()
  const save = () => {
    if (isCovered()) return
    close()
    actor.send({ type: "script.save" })
  }
  useHotkeys([["mod+S", save]], [], true)
}
