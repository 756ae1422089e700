// Parts of the editor that are fetched when they are first shown. One that does not come (the server is gone) must not take the editor
// with it: that is told in its place, the edits stay where they are, and it can be fetched anew.
import { Button, Group } from "@mantine/core"
import { type ComponentType, createContext, lazy, use, useState } from "react"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"

const FetchAnew = createContext((): void => undefined)

export const lazyPart = <Props extends object>(part: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  const fetched = () =>
    lazy(async () => {
      try {
        return { default: await part() }
      } catch {
        return { default: Failed }
      }
    })
  // What came stays for whoever shows it next; so does what did not come, until somebody asks for it again.
  let newest = fetched()
  return (props: Props) => {
    const [shown, show] = useState({ Part: newest })
    const fetchAnew = () => {
      newest = fetched()
      show({ Part: newest })
    }
    return (
      <FetchAnew value={fetchAnew}>
        <shown.Part {...props} />
      </FetchAnew>
    )
  }
}

type Closable = { readonly onClose?: () => void }

/** What can be closed once it is there can be closed too when it does not come. */
const Failed = ({ onClose }: Closable) => <LoadFailedNotice onRetry={use(FetchAnew)} onClose={onClose} />

type Props = { readonly onRetry: () => void; readonly onClose?: (() => void) | undefined }

export const LoadFailedNotice = ({ onRetry, onClose }: Props) => {
  const t = useTranslate()
  return (
    <Notice tone="bad">
      <p>{t("editor.not-arrived")}</p>
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={onRetry}>
          {t("retry")}
        </Button>
        {onClose !== undefined && (
          <Button size="xs" variant="subtle" color="gray" onClick={onClose}>
            {t("close")}
          </Button>
        )}
      </Group>
    </Notice>
  )
}
