// The anonymous link of a chat, its QR code, and the slug that gives it a short address [L5].
import { Button, Modal, Text, TextInput } from "@mantine/core"
import { IconDownload, IconQrcode } from "@tabler/icons-react"
import { useActorRef, useSelector } from "@xstate/react"
import { type PropsWithChildren, useState } from "react"
import { buildAnonymousUrl, buildShortUrl } from "../../../domain/links/respondent-urls.ts"
import type { Script } from "../../../domain/script/script.ts"
import type { SlugFormActor } from "../../../machines/chat/slug-machine.ts"
import { CopyButton } from "../../kit/CopyButton.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { SavedMessage } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form-binding.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { FormNotice } from "../../kit/Notice.tsx"
import type { ChatDetailsMachines } from "../console-services.tsx"
import classes from "./ChatDetails.module.css"

type QrCodeProps = {
  readonly qr: ChatDetailsMachines["qrCode"]
  readonly address: string
  readonly community: string
  readonly script: Pick<Script, "name">
}

/** Shows the QR code of a link, and downloads it for print. */
export const QrCodeButton = ({ qr, address, community, script }: QrCodeProps) => {
  const t = useTranslate()
  const [shown, setShown] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconQrcode size={16} aria-hidden="true" />} onClick={() => setShown(true)}>
        {t("links.qr")}
      </Button>
      <Modal opened={shown} onClose={() => setShown(false)} title={t("links.qr")} closeButtonProps={{ "aria-label": t("close") }}>
        <div className={classes["qr"]}>
          <QrCodeDrawing code={qr.create(address)} name={t("links.qr.of", { address })} />
          <code>{address}</code>
          <Button leftSection={<IconDownload size={18} aria-hidden="true" />} onClick={() => qr.save(address, { community, script })}>
            {t("links.qr.download")}
          </Button>
        </div>
      </Modal>
    </>
  )
}

/** Always dark on light, also in dark mode: scanners expect it. */
const QrCodeDrawing = ({
  code: { size, path },
  name,
}: {
  readonly code: ReturnType<QrCodeProps["qr"]["create"]>
  readonly name: string
}) => (
  <svg role="img" aria-label={name} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
    <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
    <path fill="#000" d={path} />
  </svg>
)

type Props = { readonly machines: ChatDetailsMachines; readonly community: string; readonly script: Script }

export const AnonymousLinkSection = ({ machines, community, script }: Props) => {
  const { uuid, language } = script
  const t = useTranslate()
  const actor = useActorRef(machines.slug, { input: { community, uuid } })
  const { kept: savedSlug, saved, failure } = useSelector(actor, ({ context }) => context)
  const failed = useSelector(actor, (state) => state.matches("failed"))
  const form = useSelector(actor, ({ children }) => children.form)
  const address = buildAnonymousUrl(machines.bases, { slug: community, script: uuid, language })
  const shortUrl = savedSlug === null ? null : buildShortUrl(machines.bases, savedSlug)
  return (
    <>
      <LinkRow label={t("links.anonymous")} help={t("links.anonymous.text")} address={address}>
        <QrCodeButton qr={machines.qrCode} address={address} community={community} script={script} />
      </LinkRow>
      {shortUrl !== null && <LinkRow label={t("links.slug")} address={shortUrl} />}
      {failed && (
        <>
          <FailureNotice failure={failure} />
          <div>
            <Button variant="default" onClick={() => actor.send({ type: "reading.retry" })}>
              {t("retry")}
            </Button>
          </div>
        </>
      )}
      {form !== undefined && (
        <>
          <SlugForm key={form.sessionId} form={form} address={`${buildShortUrl(machines.bases, "")}…`} />
          <SavedMessage form={form} isSaved={saved} text={t("links.slug.saved")} />
        </>
      )}
    </>
  )
}

/** `address` is the prefix of the short address, shown as help. */
const SlugForm = ({ form, address }: { readonly form: SlugFormActor; readonly address: string }) => {
  const t = useTranslate()
  const { field, submit, failure, busy, edited } = useForm(form)
  const slug = field("slug")
  return (
    <>
      <form className={`${classes["entry"]} roomy`} onSubmit={submit} noValidate>
        <TextInput
          className={classes["slug"]}
          label={t("links.slug")}
          description={slug.error === undefined ? t("links.slug.help", { address }) : undefined}
          autoComplete="off"
          spellCheck={false}
          {...slug}
        />
        <Button type="submit" variant="default" loading={busy} disabled={!edited && !busy}>
          {t("links.slug.save")}
        </Button>
      </form>
      <FormNotice>
        <FailureNotice failure={failure} shown={["slug"]} />
      </FormNotice>
    </>
  )
}

type LinkProps = PropsWithChildren<{ readonly label: string; readonly help?: string; readonly address: string }>

const LinkRow = ({ label, help, address, children }: LinkProps) => {
  const t = useTranslate()
  return (
    <div className={classes["address"]}>
      <Text fw={500}>{label}</Text>
      {help !== undefined && <p className={classes["quiet"]}>{help}</p>}
      <div className={classes["row"]}>
        <code>{address}</code>
        <CopyButton text={address} label={t("links.copy")} done={t("links.copied")} />
        {children}
      </div>
    </div>
  )
}
