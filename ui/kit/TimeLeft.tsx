// How long one has to wait after too many tries. It counts down in silence: only its coming is read out.
import { useWords } from "./words.tsx"

export const TimeLeft = ({ seconds }: { readonly seconds: number }) => {
  const t = useWords()
  const [minutes, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, "0")]
  if (seconds <= 0) return <p>{t("failure.too-soon.over")}</p>
  return (
    <p role="timer">
      {minutes === 0 ? t("failure.too-soon.seconds", { seconds }) : t("failure.too-soon.minutes", { time: `${minutes}:${rest}` })}
    </p>
  )
}
