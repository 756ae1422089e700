// The first rows of an export as they will stand in the file.
import { emojiLabelsOf } from "../../../domain/conversations/stored-answer.ts"
import { planAnswers } from "../../../domain/exports/answers-plan.ts"
import type { ExportOptions } from "../../../domain/exports/export-options.ts"
import type { Preview } from "../../../machines/chat/answers-export.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./Chat.module.css"

/** What scrolls can be reached with the keyboard (WCAG 2.1.1). */
const scrolls = { tabIndex: 0 } as const

export const ExportPreview = ({ preview, options }: { readonly preview: Preview; readonly options: ExportOptions }) => {
  const t = useWords()
  const { count, revisions, metadataKeys, rows } = preview
  const emojiLabels = emojiLabelsOf({
    "emoji.1": t("emoji.1"),
    "emoji.2": t("emoji.2"),
    "emoji.3": t("emoji.3"),
    "emoji.4": t("emoji.4"),
    "emoji.5": t("emoji.5"),
  })
  const plan = planAnswers({ revisions, metadataKeys, options, emojiLabels })
  if (count === 0) return <p className={classes["quiet"]}>{t("export.none")}</p>
  return (
    <>
      <p className={classes["quiet"]}>{t("export.preview", { shown: rows.length, count })}</p>
      <section className={classes["preview"]} aria-label={t("export.scroll")} {...scrolls}>
        <table>
          <thead>
            <tr>
              {plan.columns.map(({ heading }, i) => (
                <th key={`${i} ${heading}`} scope="col" title={heading}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.cuuid}>
                {plan.cells(row).map((cell, i) => (
                  <td key={`${i} ${plan.columns[i]?.heading ?? ""}`} title={String(cell)}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
