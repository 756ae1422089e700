// Options of the whole script: public title, language, external data and file export.

import { Button, Modal, NativeSelect, Skeleton, TextInput } from "@mantine/core"
import { IconFileExport } from "@tabler/icons-react"
import { Suspense } from "react"
import { findTitleProblems } from "../../../../domain/script/title.ts"
import { languages } from "../../../../domain/text/language.ts"
import type { EditorContext } from "../../../../machines/editor/editor-model.ts"
import { FailureNotice } from "../../../kit/FailureNotice.tsx"
import { useTranslate } from "../../../kit/i18n.tsx"
import { lazyPart } from "../../../kit/lazy-part.tsx"
import { DismissButton, Notice } from "../../../kit/Notice.tsx"
import { isUnderAnotherDialog, useEditor, useEditorState, useIsViewOnly, useSaveShortcut } from "../editor-context.tsx"
import classes from "./ChatOptionsDialog.module.css"

/** Loaded together with its machines. */
const ExternalDataDialog = lazyPart(async () => (await import("../outbound/ExternalDataDialog.tsx")).ExternalDataDialog)

type Props = { readonly opened: boolean; readonly onClose: () => void }

export const ChatOptionsDialog = ({ opened, onClose }: Props) => {
  const t = useTranslate()
  return (
    <Modal
      opened={opened}
      onClose={() => isUnderAnotherDialog() || onClose()}
      title={t("editor.options")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <Fields onClose={onClose} />
    </Modal>
  )
}

const Fields = ({ onClose }: Pick<Props, "onClose">) => {
  const t = useTranslate()
  useSaveShortcut(onClose)
  const actor = useEditor()
  const locked = useIsViewOnly()
  const title = useEditorState(({ draft }) => draft.public_name)
  const problem = useEditorState(({ draft }) => findTitleProblems(draft).find(({ field }) => field === "public_name")?.problem ?? null)
  const language = useEditorState(({ draft }) => draft.language)
  const exporting = useEditorState((_, snapshot) => snapshot.hasTag("exporting"))
  const exportFailure = useEditorState(({ exportFailure }) => exportFailure)
  return (
    <div className={`${classes["fields"]} roomy`}>
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
        data={languages.map((locale) => ({ value: locale, label: t(`editor.language.${locale}`) }))}
        onChange={(event) => {
          const picked = languages.find((locale) => locale === event.currentTarget.value)
          if (picked) actor.send({ type: "language.pick", language: picked })
        }}
      />
      <section className={classes["file"]} aria-labelledby="data-heading">
        <h3 id="data-heading">{t("editor.options.data")}</h3>
        <p>{t("editor.options.data.text")}</p>
        <Suspense fallback={<Skeleton height={36} width={160} />}>
          <ExternalDataDialog />
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
        {exportFailure !== null && (
          <div className={classes["problem"]}>
            <ExportProblem problem={exportFailure} />
            <DismissButton onDismiss={() => actor.send({ type: "export.dismiss" })} />
          </div>
        )}
      </section>
    </div>
  )
}

const ExportProblem = ({ problem }: { readonly problem: NonNullable<EditorContext["exportFailure"]> }) => {
  const t = useTranslate()
  if (typeof problem !== "string" && problem._tag !== "AssetProblem") return <FailureNotice failure={problem} />
  return (
    <Notice tone="bad">
      <p>{typeof problem === "string" ? t(`editor.${problem}`) : t(`editor.asset.${problem.reason}`, { address: problem.address })}</p>
    </Notice>
  )
}
