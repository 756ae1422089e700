// The running configurator, for the parts of its screen: each reads what it shows and sends what the author does.
import { useSelector } from "@xstate/react"
import { createContext, use } from "react"
import type { SnapshotFrom } from "xstate"
import { isStatsName, isWebName, type Portal } from "../../../../domain/style/keys.ts"
import type { StylingContext } from "../../../../machines/styling/setup.ts"
import type { StylingActor, stylingMachine } from "../../../../machines/styling/styling.ts"
import { useWords } from "../../../kit/words.tsx"

const StylingActorContext = createContext<StylingActor | null>(null)
export const StylingProvider = StylingActorContext

export const useStyling = (): StylingActor => {
  const actor = use(StylingActorContext)
  if (actor === null) throw new Error("no StylingProvider above")
  return actor
}

/** What `select` makes of the configurator's state; the component renders again only when that is another thing. */
export const useStyled = <T,>(
  select: (context: StylingContext, snapshot: SnapshotFrom<typeof stylingMachine>) => T,
  isSame?: (one: T, other: T) => boolean,
): T => useSelector(useStyling(), (snapshot) => select(snapshot.context, snapshot), isSame)

/** Says what a key is called; one that is not known goes by itself. */
export const useLabel = (): ((portal: Portal, name: string) => string) => {
  const t = useWords()
  return (portal, name) => {
    if (portal === "web" && isWebName(name)) return t(`style.web.${name}`)
    return portal === "stats" && isStatsName(name) ? t(`style.stats.${name}`) : name
  }
}
