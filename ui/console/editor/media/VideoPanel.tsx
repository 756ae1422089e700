// The address of a video (spec/2-editor §2 "video"; decisions I1).
import { Anchor, TextInput } from "@mantine/core"
import { IconExternalLink } from "@tabler/icons-react"
import { longestAddress, webAddress } from "../../../../domain/address.ts"
import { videoIn, withVideo } from "../../../../domain/rich-text/video.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useWords } from "../../../kit/words.tsx"
import { useViewOnly } from "../editing.tsx"
import { useContent } from "./content.ts"
import classes from "./media.module.css"

export const VideoPanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useWords()
  const locked = useViewOnly()
  const { content, say } = useContent(instruction)
  const typed = videoIn(content)
  const address = webAddress(typed)
  return (
    <div className={classes["panel"]} data-part="/messages">
      <TextInput
        w="100%"
        label={t("editor.video")}
        description={t("editor.video.help")}
        error={typed !== "" && address === undefined ? t("editor.video.wrong") : undefined}
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        maxLength={longestAddress}
        readOnly={locked}
        value={typed}
        onChange={(event) => {
          const next = event.currentTarget.value
          say("video", () => withVideo(next))
        }}
        onBlur={() => address !== undefined && address !== typed && say("video", () => withVideo(address))}
      />
      {address !== undefined && (
        <Anchor href={address} target="_blank" rel="noopener noreferrer" className={classes["link"] ?? ""}>
          <IconExternalLink size={16} aria-hidden="true" />
          {t("editor.video.open")}
        </Anchor>
      )}
    </div>
  )
}
