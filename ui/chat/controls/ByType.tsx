/** @jsxImportSource preact */
// The control that each type of question is answered with.
import type { Question } from "../../../domain/questions/question.ts"
import { Choice } from "./Choice.tsx"
import type { ControlProps } from "./control.ts"
import { DateField } from "./DateField.tsx"
import { FileField } from "./FileField.tsx"
import { Multiple } from "./Multiple.tsx"
import { NumberField } from "./NumberField.tsx"
import { Emoji, Nps } from "./Scale.tsx"
import { Slider } from "./Slider.tsx"
import { Stars } from "./Stars.tsx"
import { TextField } from "./TextField.tsx"

export const ByType = ({ question, ...props }: ControlProps<Question>) => {
  switch (question.type) {
    case "choice":
      return <Choice {...props} question={question} />
    case "multiple":
      return <Multiple {...props} question={question} />
    case "open":
    case "email":
      return <TextField {...props} question={question} />
    case "numeric":
      return question.options?.hasSlider === true ? (
        <Slider {...props} question={question} />
      ) : (
        <NumberField {...props} question={question} />
      )
    case "currency":
      return <NumberField {...props} question={question} />
    case "date":
      return <DateField {...props} question={question} />
    case "starRating":
      return <Stars {...props} question={question} />
    case "emoji":
      return <Emoji {...props} question={question} />
    case "nps":
      return <Nps {...props} question={question} />
    case "file":
      return <FileField {...props} question={question} />
  }
}
