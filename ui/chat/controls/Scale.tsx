/** @jsxImportSource preact */
// Places on a scale that answer at once: five faces, or how likely to recommend.
import { scaleValues } from "../../../domain/questions/scale.ts"
import { useSpeech } from "../speaking.ts"
import type { Props } from "./control.ts"
import { Face } from "./Face.tsx"
import { faces } from "./faces.ts"

export const Emoji = ({ label, give }: Props<"emoji">) => {
  const { words } = useSpeech()
  return (
    <fieldset class="emoji" aria-labelledby={label}>
      {faces.map(({ value, name }) => (
        <button key={value} class="choice face" type="button" aria-label={words(name)} title={words(name)} onClick={() => give(value)}>
          <Face value={value} />
        </button>
      ))}
    </fieldset>
  )
}

export const Nps = ({ question, label, give }: Props<"nps">) => {
  const { words } = useSpeech()
  const values = scaleValues(question)
  return (
    <div>
      <fieldset
        class="nps"
        aria-labelledby={label}
        aria-describedby="nps-ends"
        style={{ "--all": String(values.length), "--half": String(Math.ceil(values.length / 2)) }}
      >
        {values.map((value) => (
          <button key={value} class="choice" type="button" onClick={() => give(value)}>
            {value}
          </button>
        ))}
      </fieldset>
      <p class="ends" id="nps-ends">
        <span>{words("give.nps.low")}</span>
        <span>{words("give.nps.high")}</span>
      </p>
    </div>
  )
}
