// Says that a form was saved, until something is typed again.
import { IconCircleCheck } from "@tabler/icons-react"
import { useWords } from "../../kit/words.tsx"
import classes from "./Account.module.css"

export const Saved = ({ shown }: { readonly shown: boolean }) => {
  const t = useWords()
  return (
    <output className={classes["saved"]}>
      {shown && (
        <>
          <IconCircleCheck size={18} aria-hidden="true" />
          {t("account.saved")}
        </>
      )}
    </output>
  )
}
