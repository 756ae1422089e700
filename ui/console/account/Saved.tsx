// Says that a form was saved, until something is typed again. It outlives the form: what appears with it would not be read out.
import { IconCircleCheck } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import type { FormActor } from "../../kit/form.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./Account.module.css"

export const Saved = ({ form, saved }: { readonly form: FormActor; readonly saved: boolean }) => {
  const t = useWords()
  const isStanding = useSelector(form, (state) => !state.hasTag("edited") && !state.hasTag("busy"))
  return (
    <output className={classes["saved"]}>
      {saved && isStanding && (
        <>
          <IconCircleCheck size={18} aria-hidden="true" />
          {t("account.saved")}
        </>
      )}
    </output>
  )
}
