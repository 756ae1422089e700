// A desktop: its system's bar with the clock, a browser's window with title and address, and the page.
import { IconArrowLeft, IconArrowRight, IconLock, IconRefresh } from "@tabler/icons-react"
import { previewTitle } from "../../../../../domain/style/preview.ts"
import { useMoments } from "../../../../kit/moments.ts"
import { useWords } from "../../../../kit/words.tsx"
import type { FramedPage } from "./framed-page.ts"
import classes from "./Preview.module.css"
import { useShownAddress } from "./shown-address.ts"
import { Viewport } from "./Viewport.tsx"

export const Desktop = (page: FramedPage) => {
  const t = useWords()
  const { day, time } = useMoments()
  const { whole } = useShownAddress(page)
  return (
    <section className={classes["desktop"]} aria-label={t("preview.desktop")}>
      <div className={classes["screen"]}>
        <div className={classes["system"]} aria-hidden="true">
          <span>{page.time !== null && day(page.time)}</span>
          <span>{page.time !== null && time(page.time)}</span>
        </div>
        <div className={classes["window"]}>
          <div className={classes["tabs"]} aria-hidden="true">
            <i />
            <i />
            <i />
            <span className={classes["tab"]}>{previewTitle(page.portal, page.slug)}</span>
          </div>
          <div className={classes["browser"]} aria-hidden="true">
            <IconArrowLeft size={14} />
            <IconArrowRight size={14} />
            <IconRefresh size={14} />
            <span className={classes["address"]}>
              <IconLock size={12} />
              <span>{whole}</span>
            </span>
          </div>
          <div className={classes["room"]}>
            <Viewport frame="desktop" {...page} />
          </div>
        </div>
      </div>
    </section>
  )
}
