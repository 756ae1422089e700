// The files that respondents answered with: asked for, waited for, fetched (spec/3-community §4 "File download").
import { Button, Loader } from "@mantine/core"
import { IconDownload } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import type { FilesActor } from "../../../machines/chat/files.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./Chat.module.css"

export const FileArchive = ({ actor }: { readonly actor: FilesActor }) => {
  const t = useWords()
  const { archive, failure } = useSelector(actor, ({ context }) => context)
  const making = useSelector(actor, (state) => state.hasTag("making"))
  const ready = useSelector(actor, (state) => state.hasTag("ready"))
  const mayRequest = useSelector(actor, (state) => state.can({ type: "files.request" }))
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  const empty = useSelector(actor, (state) => state.matches("empty"))
  const failed = useSelector(actor, (state) => state.matches("failed"))
  const parts = archive.parts ?? 1
  return (
    <>
      <p className={classes["quiet"]}>{t("files.text")}</p>
      <FailureNotice failure={failure} />
      {empty && <Notice tone="bad" title={t("files.none")} />}
      <div className={classes["row"]}>
        {failed ? (
          <Button variant="default" onClick={() => actor.send({ type: "files.retry" })}>
            {t("retry")}
          </Button>
        ) : ready ? (
          <Button
            variant="default"
            loading={busy}
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            onClick={() => actor.send({ type: "files.download" })}
          >
            {t("files.download")}
          </Button>
        ) : (
          <Button
            variant="default"
            loading={busy && !making}
            disabled={!mayRequest && !(busy && !making)}
            onClick={() => actor.send({ type: "files.request" })}
          >
            {t("files.request")}
          </Button>
        )}
        <output className={classes["waiting"]}>
          {making && (
            <>
              <Loader size={18} type="oval" aria-hidden="true" /> {t("files.making")}
            </>
          )}
          {ready && parts > 1 && t("files.parts", { count: parts })}
        </output>
      </div>
    </>
  )
}
