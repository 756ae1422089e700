// The shapes that messages can have, shown as they are; none is picked where corners and padding are no shape's.
import { useId } from "react"
import { type MessageShape, messageShapes, shapeOf } from "../../../../../domain/style/shapes.ts"
import { Notice } from "../../../../kit/Notice.tsx"
import { useWords } from "../../../../kit/words.tsx"
import { useStyled, useStyling } from "../configuring.tsx"
import classes from "../Styling.module.css"

const shapes = Object.keys(messageShapes) as ReadonlyArray<MessageShape>

export const Shapes = () => {
  const t = useWords()
  const group = useId()
  const actor = useStyling()
  const picked = useStyled(({ style }) => shapeOf(style.web))
  return (
    <>
      <fieldset className={classes["shapes"]}>
        <legend>{t("styling.shape")}</legend>
        {shapes.map((shape) => (
          <label key={shape} className={classes["shape"]}>
            <input type="radio" name={group} checked={shape === picked} onChange={() => actor.send({ type: "shape.pick", shape })} />
            <span className={classes["bubble"]} data-shape={shape} aria-hidden="true" />
            <span>{t(`styling.shape.${shape}`)}</span>
          </label>
        ))}
      </fieldset>
      {picked === undefined && (
        <Notice tone="bad">
          <p>{t("styling.shape.none")}</p>
        </Notice>
      )}
    </>
  )
}
