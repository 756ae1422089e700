// What concerns the script as a whole: its public title, its language, and the script as a file (spec/2-editor §2 "Chat Options modal").
import { Button, Modal, NativeSelect, Skeleton, TextInput } from "@mantine/core"
import { IconFileExport } from "@tabler/icons-react"
import { Suspense } from "react"
import { languages } from "../../../../domain/script/language.ts"
import { titleProblems } from "../../../../domain/script/title.ts"
import type { EditorContext } from "../../../../machines/editor/editor-setup.ts"
import { FailureNotice } from "../../../kit/FailureNotice.tsx"
import { useWords } from "../../../kit/i18n.tsx"
import { Dismiss, Notice } from "../../../kit/Notice.tsx"
import { isCovered, useEditing, useEditor, useSaveKey, useViewOnly } from "../editor-context.tsx"
import { arriving } from "../lazy-part.tsx"
import classes from "./ChatOptionsDialog.module.css"

/** Fetched with what it needs from outside. */
const ExternalData = arriving(async () => (await import("../outbound/ExternalDataDialog.tsx")).ExternalData)

type Props = { readonly opened: boolean; readonly onClose: () => void }

export const ChatOptions = ({ opened, onClose }: Props) => {
  const t = useWords()
  return (
    <Modal
      opened={opened}
      onClose={() => isCovered() || onClose()}
      title={t("editor.options")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <Fields onClose={onClose} />
    </Modal>
  )
}

const Fields = ({ onClose }: Pick<Props, "onClose">) => {
  const t = useWords()
  useSaveKey(onClose)
  const actor = useEditor()
  const locked = useViewOnly()
  const title = useEditing(({ draft }) => draft.public_name)
  const problem = useEditing(({ draft }) => titleProblems(draft).find(({ field }) => field === "public_name")?.problem ?? null)
  const language = useEditing(({ draft }) => draft.language)
  const exporting = useEditing((_, snapshot) => snapshot.hasTag("exporting"))
  const ofExport = useEditing(({ exportProblem }) => exportProblem)
  return (
    <div className={classes["fields"]}>
      <TextInput
        label={t("editor.options.public")}
        description={t("editor.options.public.help")}
        dir="auto"
        autoComplete="off"
        data-autofocus
        error={problem !== null && t(problem)}
        readOnly={locked}
        value={title}
        onChange={(event) => actor.send({ type: "public-title.type", text: event.currentTarget.value })}
      />
      <NativeSelect
        label={t("editor.options.language")}
        disabled={locked}
        value={language}
        data={languages.map((one) => ({ value: one, label: t(`editor.language.${one}`) }))}
        onChange={(event) => {
          const picked = languages.find((one) => one === event.currentTarget.value)
          if (picked) actor.send({ type: "language.pick", language: picked })
        }}
      />
      <section className={classes["file"]} aria-labelledby="data-heading">
        <h3 id="data-heading">{t("editor.options.data")}</h3>
        <p>{t("editor.options.data.text")}</p>
        <Suspense fallback={<Skeleton height={36} width={160} />}>
          <ExternalData />
        </Suspense>
      </section>
      <section className={classes["file"]} aria-labelledby="file-heading">
        <h3 id="file-heading">{t("editor.options.file")}</h3>
        <p>{t("editor.options.file.text")}</p>
        <Button
          variant="default"
          loading={exporting}
          leftSection={<IconFileExport size={18} aria-hidden="true" />}
          onClick={() => actor.send({ type: "file.export" })}
        >
          {t("editor.options.export")}
        </Button>
        {ofExport !== null && (
          <div className={classes["problem"]}>
            <ExportProblem problem={ofExport} />
            <Dismiss onDismiss={() => actor.send({ type: "export.dismiss" })} />
          </div>
        )}
      </section>
    </div>
  )
}

const ExportProblem = ({ problem }: { readonly problem: NonNullable<EditorContext["exportProblem"]> }) => {
  const t = useWords()
  if (typeof problem !== "string" && problem._tag !== "AssetProblem") return <FailureNotice failure={problem} />
  return (
    <Notice tone="bad">
      <p>{typeof problem === "string" ? t(`editor.${problem}`) : t(`editor.asset.${problem.reason}`, { address: problem.address })}</p>
    </Notice>
  )
}
