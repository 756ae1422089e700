// The created links: one page at a time, and all of them as a file.
import { ActionIcon, Button } from "@mantine/core"
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight, IconDownload } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { buildLinkUrl } from "../../../domain/exports/people-csv.ts"
import { countPages, createsShortLinks } from "../../../domain/links/participant-links.ts"
import type { Script } from "../../../domain/script/script.ts"
import type { LinksActor } from "../../../machines/chat/links-machine.ts"
import { focusOnMountIfLost } from "../../kit/focus-hooks.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import type { ChatDetailsMachines } from "../console-services.tsx"
import classes from "./ChatDetails.module.css"

type Props = {
  readonly machines: ChatDetailsMachines
  readonly community: string
  readonly script: Script
  readonly actor: LinksActor
}

/** A scrollable region must be reachable by keyboard (WCAG 2.1.1). */
const scrolling = { tabIndex: 0 } as const

export const CreatedLinks = ({ machines, community, script, actor }: Props) => {
  const t = useTranslate()
  const { made: createdCount, batches, links } = useSelector(actor, ({ context }) => context)
  const stopped = useSelector(actor, (state) => state.matches({ creation: { idle: "stopped" } }))
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  const shown = useSelector(actor, (state) => !state.matches({ table: "closed" })) && links.length > 0
  const saving = useSelector(actor, (state) => state.matches({ file: "saving" }))
  const unsaved = useSelector(actor, (state) => state.matches({ file: "unsaved" }))
  const count = batches.reduce((sum, size) => sum + size, 0)
  const hasPeople = links.some(({ user }) => user !== null)
  const target = { bases: machines.bases, slug: community, script: script.uuid, isShort: createsShortLinks }
  return (
    <>
      {!busy && (
        <div className={classes["row"]} ref={focusOnMountIfLost} tabIndex={-1}>
          <output className={classes["count"]}>
            {t(stopped ? "links.stopped" : "links.made", { made: createdCount, count: stopped ? count : createdCount })}
          </output>
          {stopped && (
            <Button variant="default" onClick={() => actor.send({ type: "links.resume" })}>
              {t("links.resume")}
            </Button>
          )}
        </div>
      )}
      <div className={classes["row"]}>
        <Button
          variant={unsaved && !busy ? "filled" : "default"}
          loading={saving}
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          onClick={() => actor.send({ type: "file.save" })}
        >
          {t("links.download")}
        </Button>
        {unsaved && <p className={classes["quiet"]}>{t("links.unsaved")}</p>}
      </div>
      {shown && (
        <>
          <section className={classes["preview"]} aria-label={t("links.table")} {...scrolling}>
            <table aria-label={t("links.table")}>
              <thead>
                <tr>
                  {hasPeople && <th scope="col">{t("links.column.person")}</th>}
                  {hasPeople && <th scope="col">{t("links.column.found")}</th>}
                  {!hasPeople && <th scope="col">{t("links.column.token")}</th>}
                  <th scope="col">{t("links.column.link")}</th>
                </tr>
              </thead>
              <tbody>
                {links.map((link) => (
                  <tr key={link.conversation}>
                    {hasPeople && <td>{link.identifier?.value ?? link.user}</td>}
                    {hasPeople && <td>{t(link.found ? "links.found.yes" : "links.found.no")}</td>}
                    {!hasPeople && <td>{link.conversation}</td>}
                    <td className={classes["whole"]}>{buildLinkUrl(link, target)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <Pager actor={actor} pages={countPages(createdCount)} />
        </>
      )}
    </>
  )
}

const Pager = ({ actor, pages }: { readonly actor: LinksActor; readonly pages: number }) => {
  const t = useTranslate()
  const page = useSelector(actor, ({ context }) => context.page)
  if (pages < 2) return null
  const renderButton = (label: string, targetPage: number, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      disabled={targetPage < 0 || targetPage >= pages || targetPage === page}
      onClick={() => actor.send({ type: "page.open", page: targetPage })}
    >
      <Icon size={18} aria-hidden="true" />
    </ActionIcon>
  )
  return (
    <nav className={classes["pager"]} aria-label={t("links.pages")}>
      {renderButton(t("links.page.first"), 0, IconChevronsLeft)}
      {renderButton(t("links.page.previous"), page - 1, IconChevronLeft)}
      <output>{t("links.page", { page: page + 1, count: pages })}</output>
      {renderButton(t("links.page.next"), page + 1, IconChevronRight)}
      {renderButton(t("links.page.last"), pages - 1, IconChevronsRight)}
    </nav>
  )
}
