// Says that a form was saved, until something is typed again. It outlives the form: what appears with it would not be read out.
import { IconCircleCheck } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import type { FormActor } from "./form.ts"
import classes from "./Saved.module.css"

type Props = {
  readonly form: FormActor
  readonly saved: boolean
  readonly text: string
}

export const Saved = ({ form, saved, text }: Props) => {
  const isStanding = useSelector(form, (state) => !state.hasTag("edited") && !state.hasTag("busy"))
  return (
    <output className={classes["saved"]}>
      {saved && isStanding && (
        <>
          <IconCircleCheck size={18} aria-hidden="true" />
          {text}
        </>
      )}
    </output>
  )
}
