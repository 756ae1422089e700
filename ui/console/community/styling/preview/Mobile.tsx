// A phone: its system's bar with the clock, its browser with the address, and the page.
import { IconBattery3, IconLock, IconWifi } from "@tabler/icons-react"
import { useMoments } from "../../../../kit/moments.ts"
import { useWords } from "../../../../kit/words.tsx"
import type { FramedPage } from "./framed-page.ts"
import classes from "./Preview.module.css"
import { useShownAddress } from "./shown-address.ts"
import { Viewport } from "./Viewport.tsx"

export const Mobile = (page: FramedPage) => {
  const t = useWords()
  const { time } = useMoments()
  const { host } = useShownAddress(page)
  return (
    <section className={classes["mobile"]} aria-label={t("preview.mobile")}>
      <div className={classes["phone"]}>
        <div className={classes["system"]} aria-hidden="true">
          <span>{page.time !== null && time(page.time)}</span>
          <span className={classes["signs"]}>
            <IconWifi size={14} />
            <IconBattery3 size={16} />
          </span>
        </div>
        <div className={classes["room"]}>
          <Viewport frame="mobile" {...page} />
        </div>
        <div className={classes["browser"]} aria-hidden="true">
          <span className={classes["address"]}>
            <IconLock size={12} />
            <span>{host}</span>
          </span>
        </div>
        <div className={classes["home"]} aria-hidden="true" />
      </div>
    </section>
  )
}
