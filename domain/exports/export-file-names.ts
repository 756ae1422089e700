// File names of exports (X9).
import { toSafeFileName } from "../text/text-input.ts"

const fileNameEndings = {
  answers: "export.csv",
  codebook: "codebook.csv",
  spss: "spss.sps",
  "spss-answers": "spss.csv",
  "spss-codebook": "spss_codebook.csv",
} as const
type ExportFile = keyof typeof fileNameEndings

/**
 * [X9] Returns `{YYYYMMDD}_{community}_{script}_export.csv` or `…_codebook.csv`, and for SPSS `…_spss.csv`, `…_spss.sps` (the syntax) or
 * `…_spss_codebook.csv`; `day` is `YYYY-MM-DD`.
 */
export const exportFileName = (day: string, slug: string, script: string, file: ExportFile): string =>
  `${day.replaceAll("-", "")}_${toSafeFileName(slug)}_${toSafeFileName(script)}_${fileNameEndings[file]}`

/** Returns `{YYYYMMDD}_{community}_members.csv`; `day` is `YYYY-MM-DD`. */
export const membersFileName = (day: string, slug: string): string => `${day.replaceAll("-", "")}_${toSafeFileName(slug)}_members.csv`

/**
 * [P5] Returns `{YYYYMMDD}_{community}_person.zip` or `…_receipt.txt`; `day` is `YYYY-MM-DD`. The name does not
 * identify the person, because the receipt outlives the erased data.
 */
export const personFileName = (day: string, slug: string, kind: "package" | "receipt"): string =>
  `${day.replaceAll("-", "")}_${toSafeFileName(slug)}_${kind === "package" ? "person.zip" : "receipt.txt"}`

/** Returns `{YYYYMMDD}_{community}_{script}_links.csv`; `day` is `YYYY-MM-DD`. */
export const linksFileName = (day: string, slug: string, script: string): string =>
  `${day.replaceAll("-", "")}_${toSafeFileName(slug)}_${toSafeFileName(script)}_links.csv`

/** Returns `{YYYYMMDD}_{community}_{script}_qr.svg`; `day` is `YYYY-MM-DD`. */
export const qrFileName = (day: string, slug: string, script: string): string =>
  `${day.replaceAll("-", "")}_${toSafeFileName(slug)}_${toSafeFileName(script)}_qr.svg`
