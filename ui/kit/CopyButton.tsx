// Button that copies a text and confirms it for two seconds.
import { Button, CopyButton as Copying } from "@mantine/core"
import { IconCheck, IconCopy } from "@tabler/icons-react"

type Props = { readonly text: string; readonly label: string; readonly done: string }

export const CopyButton = ({ text, label, done }: Props) => (
  <Copying value={text} timeout={2000}>
    {({ copied, copy }) => (
      <Button
        variant="default"
        size="xs"
        leftSection={copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />}
        onClick={copy}
      >
        <span aria-live="polite">{copied ? done : label}</span>
      </Button>
    )}
  </Copying>
)
