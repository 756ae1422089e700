// Parts of the editor that are fetched when they are first shown. One that does not come (the server is gone) must not take the editor
// with it: that is told in its place, the edits stay where they are, and it can be fetched anew.
import { Button } from "@mantine/core"
import { type ComponentType, createContext, lazy, use, useState } from "react"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"

const FetchAnew = createContext((): void => undefined)

export const arriving = <Props extends object>(part: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
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

const Failed = () => <NotArrived onRetry={use(FetchAnew)} />

export const NotArrived = ({ onRetry }: { readonly onRetry: () => void }) => {
  const t = useWords()
  return (
    <Notice tone="bad">
      <p>{t("editor.not-arrived")}</p>
      <Button size="xs" variant="default" mt="xs" onClick={onRetry}>
        {t("retry")}
      </Button>
    </Notice>
  )
}
