// A look at a version: what restoring it would do to the script as it is, in words, and the deed (decisions V5).
import { Button, Group, Modal } from "@mantine/core"
import { useSelector } from "@xstate/react"
import type { PropsWithChildren } from "react"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { kindOf } from "../../../domain/script/kind.ts"
import { nameOf } from "../../../domain/script/name.ts"
import { isAsNow, mayRestore, restoring } from "../../../domain/script/restoring.ts"
import type { Look, VersionsActor } from "../../../machines/chat/versions.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { Loading } from "../../kit/Loading.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./VersionLook.module.css"

export const VersionLook = ({ actor }: { readonly actor: VersionsActor }) => {
  const t = useWords()
  const open = useSelector(actor, (state) => state.hasTag("looked-at"))
  const { aim, look, failure } = useSelector(actor, ({ context }) => context)
  const busy = useSelector(actor, (state) => state.matches("restoring"))
  const mayDo = useSelector(actor, (state) => state.can({ type: "version.restore" }))
  const leave = () => actor.send({ type: "version.leave" })
  return (
    <Modal
      opened={open}
      onClose={leave}
      size="lg"
      title={t("versions.title", { revision: aim })}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <FailureNotice failure={failure} />
      {look === null && failure === null && <Loading height={120} />}
      {look !== null && <Words look={look} />}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={leave} disabled={busy}>
          {t("cancel")}
        </Button>
        {look === null ? (
          failure !== null && <Button onClick={() => actor.send({ type: "versions.retry" })}>{t("retry")}</Button>
        ) : (
          <Button loading={busy} disabled={!mayDo && !busy} onClick={() => actor.send({ type: "version.restore" })}>
            {t("versions.restore")}
          </Button>
        )}
      </Group>
    </Modal>
  )
}

const parts = ["type", "label", "condition", "typing_delay", "messages", "question", "action"] as const

const Words = ({ look: { now, earlier } }: { readonly look: Look }) => {
  const t = useWords()
  if (isAsNow(now, earlier)) return <p className={classes["line"]}>{t("versions.same")}</p>
  const { fields, returns, goes, moves, changes, touched } = restoring(now, earlier)
  const part = (name: string): string => {
    const known = parts.find((it) => it === name)
    return known === undefined ? name : t(`versions.part.${known}`)
  }
  const called = (it: Instruction): string => `${nameOf(it)} · ${t(`editor.kind.${kindOf(it)}`)}`
  return (
    <div className={classes["words"]}>
      <p className={classes["line"]}>{t("versions.would")}</p>
      {fields.length > 0 && (
        <List title={t("versions.fields")}>
          {fields.map(({ field, now: is, was }) => (
            <li key={field}>
              {t(`versions.field.${field}`)}: <del>{is}</del> → <ins>{was}</ins>
            </li>
          ))}
        </List>
      )}
      {(
        [
          ["returns", returns],
          ["goes", goes],
          ["moves", moves],
        ] as const
      ).map(
        ([key, all]) =>
          all.length > 0 && (
            <List key={key} title={t(`versions.${key}`)}>
              {all.map((it) => (
                <li key={it.uuid}>{called(it)}</li>
              ))}
            </List>
          ),
      )}
      {changes.length > 0 && (
        <List title={t("versions.changes")}>
          {changes.map(({ instruction, fields: of }) => (
            <li key={instruction.uuid}>
              {called(instruction)}: {of.map(part).join(", ")}
            </li>
          ))}
        </List>
      )}
      {touched.length > 0 && (
        <Notice tone="bad" title={t("versions.touched")}>
          <ul>
            {touched.map(({ column: { uuid, name, change } }) => (
              <li key={uuid}>
                {name}: {t(`versions.touched.${change}`)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {!mayRestore(now, earlier) && <Notice tone="quiet" title={t("versions.locked")} />}
    </div>
  )
}

const List = ({ title, children }: PropsWithChildren<{ readonly title: string }>) => (
  <section>
    <h3 className={classes["line"]}>{title}</h3>
    <ul>{children}</ul>
  </section>
)
