// The demo story's controls: to its start, on or not, to its end (spec/3-community §2).
import { Button } from "@mantine/core"
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipForward, IconRotate } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { story } from "../../../../../domain/style/preview.ts"
import type { StylePreviewActor } from "../../../../../machines/style-preview.ts"
import { useWords } from "../../../../kit/words.tsx"
import classes from "./Preview.module.css"

export const Story = ({ preview }: { readonly preview: StylePreviewActor }) => {
  const t = useWords()
  const told = useSelector(preview, ({ context }) => context.told)
  const isPaused = useSelector(preview, (state) => state.matches({ story: "paused" }))
  const canPause = useSelector(preview, (state) => state.can({ type: "story.pause" }))
  return (
    <fieldset className={classes["story"]}>
      <legend className="unseen">{t("preview.story")}</legend>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRotate size={16} aria-hidden="true" />}
        onClick={() => preview.send({ type: "story.reset" })}
      >
        {t("preview.story.reset")}
      </Button>
      {isPaused ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
          onClick={() => preview.send({ type: "story.play" })}
        >
          {t("preview.story.play")}
        </Button>
      ) : (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerPause size={16} aria-hidden="true" />}
          disabled={!canPause}
          onClick={() => preview.send({ type: "story.pause" })}
        >
          {t("preview.story.pause")}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlayerSkipForward size={16} aria-hidden="true" />}
        disabled={told === story.paragraphs}
        onClick={() => preview.send({ type: "story.finish" })}
      >
        {t("preview.story.finish")}
      </Button>
      <span className={classes["told"]}>{t("preview.story.told", { told, all: story.paragraphs })}</span>
    </fieldset>
  )
}
