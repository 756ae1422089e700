// What can stand at the caret of a condition, below its field. The caret stays in the field and its keys choose here (aria-activedescendant).
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select or a datalist takes the caret from the text, or cannot be led by its keys */
/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- a list of options is what ARIA calls a listbox */
/* oxlint-disable jsx-a11y/click-events-have-key-events -- the keys are those of the field */
import type { Completion } from "../../../../domain/conditions/complete.ts"
import { useWords } from "../../../kit/words.tsx"
import classes from "../ConditionField.module.css"

export const listId = "condition-completions"
export const optionId = (place: number): string => `${listId}-${place}`

type Props = { readonly options: ReadonlyArray<Completion>; readonly picked: number; readonly onTake: (option: Completion) => void }

export const Options = ({ options, picked, onTake }: Props) => {
  const t = useWords()
  return (
    <ul id={listId} className={classes["options"]} role="listbox" aria-label={t("editor.condition.completions")}>
      {options.map((option, place) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the caret stays in the field
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
        <li
          key={option.text}
          id={optionId(place)}
          ref={place === picked ? comeIntoSight : undefined}
          role="option"
          aria-selected={place === picked}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
        >
          <code>{option.text}</code>
          <span dir="auto">{option.about}</span>
        </li>
      ))}
    </ul>
  )
}

const comeIntoSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "nearest" })
