// The QR code of a link, to be scanned from the screen or put in print.
import { Button, Modal } from "@mantine/core"
import { IconDownload, IconQrcode } from "@tabler/icons-react"
import { useState } from "react"
import type { Script } from "../../../domain/script/script.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./Chat.module.css"
import type { ChatMachines } from "./machines.ts"

type Props = {
  readonly qr: ChatMachines["qr"]
  readonly address: string
  readonly community: string
  readonly script: Pick<Script, "name">
}

export const QrCode = ({ qr, address, community, script }: Props) => {
  const t = useWords()
  const [shown, setShown] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconQrcode size={16} aria-hidden="true" />} onClick={() => setShown(true)}>
        {t("links.qr")}
      </Button>
      <Modal opened={shown} onClose={() => setShown(false)} title={t("links.qr")} closeButtonProps={{ "aria-label": t("close") }}>
        <div className={classes["qr"]}>
          <Drawing code={qr.of(address)} name={t("links.qr.of", { address })} />
          <code>{address}</code>
          <Button leftSection={<IconDownload size={18} aria-hidden="true" />} onClick={() => qr.save(address, { community, script })}>
            {t("links.qr.download")}
          </Button>
        </div>
      </Modal>
    </>
  )
}

/** Dark on light whatever the colour scheme: that is what readers expect. */
const Drawing = ({ code: { size, path }, name }: { readonly code: ReturnType<Props["qr"]["of"]>; readonly name: string }) => (
  <svg role="img" aria-label={name} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
    <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
    <path fill="#000" d={path} />
  </svg>
)
