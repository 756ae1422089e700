// A choice far out of sight: its text, in its place, until somebody comes near it.
import { useCallback } from "react"
import type { Choice } from "../../../../domain/questions/question.ts"
import { directionOf } from "../../../../domain/script/direction.ts"
import { scrollerOf } from "../../../kit/scroller-of.ts"
import { partOfChoice } from "./choice-part.ts"
import classes from "./questions.module.css"

type Props = {
  readonly choice: Choice
  readonly place: number
  /** Pixels that it makes room for a dragged one. */
  readonly room: number
  readonly onNear: (uuid: string) => void
}

/** So far from what is in sight it is drawn, so that scrolling meets it whole, and Tab finds its fields. */
const nearness = "800px 0px"

export const LateChoice = ({ choice: { uuid, value, translation }, place, room, onNear }: Props) => {
  const watch = useCallback(
    (row: HTMLLIElement) => {
      const watching = new IntersectionObserver((seen) => seen.some((it) => it.isIntersecting) && onNear(uuid), {
        root: scrollerOf(row),
        rootMargin: nearness,
      })
      watching.observe(row)
      return () => watching.disconnect()
    },
    [onNear, uuid],
  )
  return (
    <li ref={watch} data-part={partOfChoice(place)} className={classes["late"]} style={{ translate: `0 ${room}px` }}>
      {value}{" "}
      <bdi lang={translation.locale} dir={directionOf(translation.locale)}>
        {translation.content}
      </bdi>
    </li>
  )
}
