// What shows until it is known who is using the console, if that takes longer than the blink of an eye.
import { Loader } from "@mantine/core"
import { useWords } from "../kit/words.tsx"
import classes from "./Waiting.module.css"

export const Waiting = () => {
  const t = useWords()
  return (
    <output className={classes["waiting"]} aria-label={t("shell.loading")}>
      <Loader />
    </output>
  )
}
