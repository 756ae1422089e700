// Seconds that a message is "typed" before it shows: they follow the text until the author sets them by hand (decisions I6, I7).
import { Button } from "@mantine/core"
import { IconRefresh } from "@tabler/icons-react"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { computedDelay, isManualDelay, longestDelay, writtenDelay } from "../../../domain/script/reading-delay.ts"
import { useWords } from "../../kit/words.tsx"
import { useViewOnly, useWrite } from "./editing.tsx"
import { NumberField } from "./fields/NumberField.tsx"
import classes from "./InstructionPanel.module.css"

export const DelayField = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useWords()
  const write = useWrite(instruction.uuid)
  const locked = useViewOnly()
  const byHand = isManualDelay(instruction)
  return (
    <div className={classes["delay"]} data-part="/typing_delay">
      <NumberField
        label={t("editor.delay")}
        unit={t("editor.delay.unit")}
        description={t(byHand ? "editor.delay.by-hand" : "editor.delay.follows")}
        value={instruction.typing_delay}
        read={writtenDelay}
        wrong={t("editor.delay.wrong", { most: longestDelay })}
        locked={locked}
        onChange={(seconds) => seconds !== null && write("typing_delay", { typing_delay: seconds })}
      />
      {byHand && !locked && (
        <Button
          className={classes["recalculate"]}
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden="true" />}
          onClick={() => write(null, { typing_delay: computedDelay(instruction) })}
        >
          {t("editor.delay.recalculate")}
        </Button>
      )}
    </div>
  )
}
