// The live preview of a style: the respondents' chat, or the live statistics, as a phone and as a desktop show them
// (spec/3-community §2 "Styling screen"). Every edit is painted there without a reload.
import { useActorRef, useSelector } from "@xstate/react"
import { useCallback } from "react"
import { shownBy } from "../../../../../domain/style/preview.ts"
import type { stylePreviewMachine } from "../../../../../machines/style-preview.ts"
import { useStyled, useStyling } from "../configuring.tsx"
import { Desktop } from "./Desktop.tsx"
import { Mobile } from "./Mobile.tsx"
import classes from "./Preview.module.css"
import { Story } from "./Story.tsx"

type Props = { readonly machine: typeof stylePreviewMachine; readonly slug: string }

export const StylePreview = ({ machine, slug }: Props) => {
  const styling = useStyling()
  const { style, scenario } = styling.getSnapshot().context
  const preview = useActorRef(machine, { input: { style, scenario } })
  /** As `ref`: what is edited goes straight to the frames, which stand outside of what React shows; nothing is rendered for it here. */
  const follow = useCallback(
    (desk: HTMLElement | null) => {
      if (desk === null) return undefined
      let told = preview.getSnapshot().context
      const tell = ({ context: edited }: ReturnType<typeof styling.getSnapshot>) => {
        if (edited.style === told.style && edited.scenario === told.scenario) return
        preview.send({ type: "preview.edited", style: edited.style, scenario: edited.scenario })
        told = preview.getSnapshot().context
      }
      tell(styling.getSnapshot())
      const following = styling.subscribe(tell)
      return () => following.unsubscribe()
    },
    [styling, preview],
  )
  const time = useSelector(preview, ({ context }) => context.time)
  const portal = useStyled((context) => shownBy(context.scenario))
  return (
    <div className={classes["desk"]} ref={follow}>
      <div className={classes["frames"]}>
        <Mobile preview={preview} portal={portal} slug={slug} time={time} />
        <Desktop preview={preview} portal={portal} slug={slug} time={time} />
      </div>
      {portal === "web" && <Story preview={preview} />}
    </div>
  )
}
