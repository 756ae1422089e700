// How the chat ends: with a text, on a web page, or at the live statistics; typing one chooses it (spec/2-editor §4, §5; decisions A1–A3).
import { Button } from "@mantine/core"
import type { ReactNode } from "react"
import { endActions } from "../../../domain/actions/action.ts"
import {
  chooseEndAction,
  type EndAction,
  type EndParams,
  endFindings,
  leftUrl,
  longestStopMessage,
  metadataPlaceholder,
  typeMessage,
  typeUrl,
} from "../../../domain/actions/end.ts"
import { lengthOf } from "../../../domain/questions/bounds.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { useFinding, useWords } from "../../kit/words.tsx"
import { useLocked, useWrite } from "./editing.tsx"
import { RecallInput } from "./fields/RecallInput.tsx"
import { Segments } from "./fields/Segments.tsx"
import classes from "./questions/questions.module.css"

export const EndPanel = ({ instruction: { uuid, order, action } }: { readonly instruction: Instruction }) => {
  const t = useWords()
  const say = useFinding()
  const write = useWrite(uuid)
  const locked = useLocked("action")
  if (action?.type !== "end") return null
  const { params } = action
  const endAction: EndAction = params.endAction ?? "close"
  const message = params.message ?? ""
  const url = params.url ?? ""
  const set = (next: EndParams, field: string | null) => write(field, { action: { ...action, params: next } })
  const told = endFindings(params, "").find(({ pointer }) => pointer === "/url")
  const toldOfUrl: ReactNode = told === undefined ? undefined : say(told)
  return (
    <div className={classes["panel"]}>
      <Segments
        label={t("editor.end.type")}
        value={params.endType ?? "finished"}
        locked={locked}
        options={[
          ["finished", t("editor.end.type.finished")],
          ["screenout", t("editor.end.type.screenout")],
        ]}
        onPick={(endType) => set({ ...params, endType }, null)}
      />
      <Segments
        label={t("editor.end.action")}
        value={endAction}
        locked={locked}
        options={endActions.map((one) => [one, t(`editor.end.action.${one}`)])}
        onPick={(one) => set(chooseEndAction(params, one), null)}
      />
      <RecallInput
        data-part="/action/params/message"
        place={order}
        label={t("editor.end.text")}
        description={t("editor.end.text.help", { count: lengthOf(message), max: longestStopMessage })}
        error={lengthOf(message) > longestStopMessage}
        dir="auto"
        readOnly={locked}
        value={message}
        onType={(text) => set(typeMessage(params, text), "end message")}
      />
      <RecallInput
        place={order}
        label={t("editor.end.url")}
        data-part="/action/params/url"
        description={t("editor.end.url.warning")}
        error={endAction === "redirect" && url !== "" ? toldOfUrl : undefined}
        type="url"
        inputMode="url"
        spellCheck={false}
        placeholder="https://"
        readOnly={locked}
        value={url}
        onType={(text) => set(typeUrl(params, text), "end url")}
        onBlur={() => leftUrl(url) !== url && set({ ...params, url: leftUrl(url) }, "end url")}
      />
      {!locked && (
        <Button variant="default" size="xs" onClick={() => set(typeUrl(params, `${url}${metadataPlaceholder}`), null)}>
          {t("editor.end.url.insert")}
        </Button>
      )}
    </div>
  )
}
