// Dialog to sign in again over a screen with unsaved work when the session has ended; the screen below stays unchanged.
import { Button, getDefaultZIndex, Modal, Stack } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { useState } from "react"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useConsoleServices } from "../console-services.tsx"
import { SignInForm } from "./SignInForm.tsx"
import { createSignInStore } from "./sign-in-store.ts"

export const SignInDialog = () => {
  const t = useTranslate()
  const { session } = useConsoleServices()
  const [store] = useState(() => createSignInStore(session))
  const interrupted = useSelector(session, (state) => state.matches("interrupted"))
  return (
    <Modal
      opened={interrupted}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size={460}
      // Later dialogs stack on top, and the screen may open one after this; this dialog must stay above them all.
      zIndex={getDefaultZIndex("overlay")}
      title={t("sign-in.heading")}
    >
      <Stack gap="md">
        <Notice tone="quiet">
          <p>{t("shell.session-ended")}</p>
        </Notice>
        <SignInForm store={store} />
        <Button variant="subtle" fullWidth onClick={() => session.send({ type: "sign.out" })}>
          {t("shell.session-ended.leave")}
        </Button>
      </Stack>
    </Modal>
  )
}
