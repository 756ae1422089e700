// Loads parts of a screen on first use. If loading fails, a notice with Retry takes the place of the part; edits stay intact.
import { Button, Group } from "@mantine/core"
import { type ComponentType, createContext, lazy, use, useState } from "react"
import { useTranslate } from "./i18n.tsx"
import { Notice } from "./Notice.tsx"

const RetryContext = createContext((): void => undefined)

/** Creates a part that is loaded on first use. `Substitute` takes its place if loading fails; it offers to load again with `useRetry`. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Substitute: ComponentType<Props> = FailedPart,
): ComponentType<Props> => {
  const createLazy = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch {
        return { default: Substitute }
      }
    })
  // Shared by all uses of the part: a loaded part stays loaded, and a failure stays until the author retries.
  let latest = createLazy()
  return (props: Props) => {
    const [current, setCurrent] = useState({ Part: latest })
    const retry = () => {
      latest = createLazy()
      setCurrent({ Part: latest })
    }
    return (
      <RetryContext value={retry}>
        <current.Part {...props} />
      </RetryContext>
    )
  }
}

/** Loads the part again that this component is a substitute for. */
export const useRetry = (): (() => void) => use(RetryContext)

type Closable = { readonly onClose?: () => void }

/** A part that can be closed can also be closed when it failed to load. */
const FailedPart = ({ onClose }: Closable) => <LoadFailedNotice onRetry={useRetry()} onClose={onClose} />

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
