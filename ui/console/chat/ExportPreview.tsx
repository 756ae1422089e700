// Rows of an export as they will stand in the file.
import { planAnswers } from "../../../domain/exports/answers-plan.ts"
import { exportEmojiLabels } from "../../../domain/exports/emoji-labels.ts"
import type { ExportOptions } from "../../../domain/exports/export-options.ts"
import type { Preview } from "../../../machines/chat/answers-export.ts"
import classes from "./Chat.module.css"

/** What scrolls can be reached with the keyboard (WCAG 2.1.1). */
const scrolls = { tabIndex: 0 } as const

type Props = { readonly preview: Preview; readonly options: ExportOptions; readonly rows: number; readonly label: string }

export const ExportPreview = ({ preview: { revisions, metadataKeys, rows: all }, options, rows, label }: Props) => {
  const plan = planAnswers({ revisions, metadataKeys, options, emojiLabels: exportEmojiLabels(revisions) })
  return (
    <section className={classes["preview"]} aria-label={label} {...scrolls}>
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
          {all.slice(0, rows).map((row) => (
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
  )
}
