// Loads parts of the editor on first use. If loading fails, a notice with Retry takes the part's place; edits stay intact.
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
  // Shared by all uses of the part: a loaded part stays loaded, and a failure stays until the author retries.
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

/** A part that can be closed can also be closed when it failed to load. */
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
