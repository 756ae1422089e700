// The receipt of an erasure: a number, when, and how much. Nothing of it names the person (decisions P4).
import { Button, Title } from "@mantine/core"
import { IconCircleCheck, IconDownload } from "@tabler/icons-react"
import { useId } from "react"
import type { ErasureReceipt } from "../../../../domain/privacy/person.ts"
import { CopyButton } from "../../../kit/CopyButton.tsx"
import { focusOnArrival } from "../../../kit/focus.ts"
import { useMoments } from "../../../kit/moments.ts"
import { useWords } from "../../../kit/words.tsx"
import classes from "./Person.module.css"

type Props = {
  readonly receipt: ErasureReceipt
  readonly slug: string
  readonly onSave: (slug: string, text: string) => void
}

const counts = ["conversations", "answered", "files", "deliveries"] as const

export const Receipt = ({ receipt, slug, onSave }: Props) => {
  const t = useWords()
  const { minute } = useMoments()
  const id = useId()
  const lines = [
    { label: t("person.receipt.number"), text: receipt.receipt },
    { label: t("person.receipt.at"), text: receipt.erasedAt, shown: minute(receipt.erasedAt) },
    { label: t("person.receipt.community"), text: slug },
    ...counts.map((kind) => ({ label: t(`person.receipt.${kind}`), text: String(receipt[kind]) })),
  ]
  const text = [t("person.receipt"), ...lines.map((line) => `${line.label}: ${line.text}`), ""].join("\n")
  return (
    <section className={classes["receipt"]} aria-labelledby={id}>
      <Title order={2} size="h3" id={id} tabIndex={-1} ref={focusOnArrival}>
        <IconCircleCheck size={22} aria-hidden="true" />
        {t("person.receipt")}
      </Title>
      <p>{t("person.receipt.text")}</p>
      <div className={classes["fact"]}>
        <dl>
          {lines.map(({ label, text: written, shown = written }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{shown}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={classes["deeds"]}>
        <CopyButton text={text} label={t("person.receipt.copy")} done={t("person.receipt.copied")} />
        <Button variant="default" size="xs" leftSection={<IconDownload size={16} aria-hidden="true" />} onClick={() => onSave(slug, text)}>
          {t("person.receipt.save")}
        </Button>
      </div>
    </section>
  )
}
