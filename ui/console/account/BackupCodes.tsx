// The backup codes, shown this once: only the button that says they are kept closes them, not the browser's way back.
import { Button, Group, Modal, Text } from "@mantine/core"
import { useBlocker } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import type { TwoFactorActor } from "../../../machines/account/two-factor.ts"
import { CopyButton } from "../../kit/CopyButton.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./Account.module.css"

export const BackupCodes = ({ actor }: { readonly actor: TwoFactorActor }) => {
  const t = useWords()
  const codes = useSelector(actor, ({ context }) => context.backupCodes)
  const shown = useSelector(actor, (state) => state.matches("showingCodes"))
  useBlocker({
    enableBeforeUnload: false,
    // What replaces the address is a guard's word, such as that nobody is signed in.
    shouldBlockFn: ({ action }) => action !== "REPLACE" && actor.getSnapshot().matches("showingCodes"),
  })
  return (
    <Modal
      opened={shown}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t("two-factor.codes.heading")}
      size={460}
    >
      <div className={classes["secret"]}>
        <Text>{t("two-factor.codes.how")}</Text>
        <ul className={classes["codes"]}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group justify="flex-end" gap="xs">
          <CopyButton text={codes.join("\n")} label={t("two-factor.codes.copy")} done={t("two-factor.codes.copied")} />
          <Button onClick={() => actor.send({ type: "codes.keep" })}>{t("two-factor.codes.keep")}</Button>
        </Group>
      </div>
    </Modal>
  )
}
