// The live preview of a style: the respondents' chat, or the live statistics, as a phone and as a desktop show them
// (spec/3-community §2 "Styling screen"). Every edit is painted there without a reload.
import { useActorRef, useSelector } from "@xstate/react"
import { useCallback } from "react"
import type { Style } from "../../../../../domain/style/payload.ts"
import { shownBy } from "../../../../../domain/style/preview.ts"
import type { Scenario } from "../../../../../domain/style/sections.ts"
import type { stylePreviewMachine } from "../../../../../machines/style-preview.ts"
import { Desktop } from "./Desktop.tsx"
import { Mobile } from "./Mobile.tsx"
import classes from "./Preview.module.css"
import { Story } from "./Story.tsx"

type Props = {
  readonly machine: typeof stylePreviewMachine
  readonly slug: string
  /** Both stylesheets as they are edited now, and what the preview shows them on. */
  readonly style: Style
  readonly scenario: Scenario
}

export const StylePreview = ({ machine, slug, style, scenario }: Props) => {
  const preview = useActorRef(machine, { input: { style, scenario } })
  /** As `ref`: the frames stand outside of what React shows, so that what is edited has to be told to them. */
  const tellEdited = useCallback(
    (element: HTMLElement | null) => {
      if (element !== null) preview.send({ type: "preview.edited", style, scenario })
    },
    [preview, style, scenario],
  )
  const time = useSelector(preview, ({ context }) => context.time)
  const portal = shownBy(scenario)
  return (
    <div className={classes["desk"]} ref={tellEdited}>
      <div className={classes["frames"]}>
        <Mobile preview={preview} portal={portal} slug={slug} time={time} />
        <Desktop preview={preview} portal={portal} slug={slug} time={time} />
      </div>
      {portal === "web" && <Story preview={preview} />}
    </div>
  )
}
