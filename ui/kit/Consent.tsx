// Asks once, names the deed, and takes every other way out for a no.
import { Button, Group, Modal, Stack, Text } from "@mantine/core"
import type { ReactNode } from "react"
import { useWords } from "./words.tsx"

type Props = {
  readonly title: string
  /** Null: nothing is asked. */
  readonly question: string | null
  readonly deed: string
  /** Whether something goes that does not come back. */
  readonly destroys?: boolean
  readonly busy?: boolean
  /** The deed cannot be done yet; a no can be said. */
  readonly waits?: boolean
  readonly children?: ReactNode
  /** A way on that destroys nothing, beside the deed and the no. */
  readonly instead?: { readonly deed: string; readonly onGo: () => void }
  readonly onGive: () => void
  readonly onRefuse: () => void
}

export const Consent = (props: Props) => {
  const { title, question, deed, destroys = false, busy = false, waits = false, children, instead, onGive, onRefuse } = props
  const t = useWords()
  return (
    <Modal opened={question !== null} onClose={onRefuse} title={title} closeButtonProps={{ "aria-label": t("close") }}>
      <Stack gap="sm">
        <Text>{question}</Text>
        {children}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onRefuse} disabled={busy} data-autofocus>
          {t("cancel")}
        </Button>
        {instead !== undefined && (
          <Button onClick={instead.onGo} disabled={busy}>
            {instead.deed}
          </Button>
        )}
        <Button color={destroys ? "red" : "teal"} onClick={onGive} loading={busy || waits}>
          {deed}
        </Button>
      </Group>
    </Modal>
  )
}
