// What exported files are called (spec/3-community §9; decisions X9).
import { toSafeFileName } from "../files/script-file.ts"

/** [X9] `{YYYYMMDD}_{community}_{script}_export.csv`, its syntax `.sps`, its codebook `…_codebook.csv`; `day` is `YYYY-MM-DD`. */
export const exportFileName = (day: string, slug: string, script: string, kind: "answers" | "spss" | "codebook"): string =>
  `${day.replaceAll("-", "")}_${toSafeFileName(slug)}_${toSafeFileName(script)}_${endings[kind]}`

const endings = { answers: "export.csv", spss: "export.sps", codebook: "codebook.csv" } as const

/** `{YYYYMMDD}_{community}_members.csv`; `day` is `YYYY-MM-DD`. */
export const membersFileName = (day: string, slug: string): string => `${day.replaceAll("-", "")}_${toSafeFileName(slug)}_members.csv`

/** `{YYYYMMDD}_{community}_person.zip` and `…_receipt.txt`; `day` is `YYYY-MM-DD`. What is erased is not in the name of a file that stays. */
export const personFileName = (day: string, slug: string, kind: "package" | "receipt"): string =>
  `${day.replaceAll("-", "")}_${toSafeFileName(slug)}_${kind === "package" ? "person.zip" : "receipt.txt"}`

/** `{YYYYMMDD}_{community}_{script}_links.csv`; `day` is `YYYY-MM-DD`. */
export const linksFileName = (day: string, slug: string, script: string): string =>
  `${day.replaceAll("-", "")}_${toSafeFileName(slug)}_${toSafeFileName(script)}_links.csv`

/** `{YYYYMMDD}_{community}_{script}_qr.svg`; `day` is `YYYY-MM-DD`. */
export const qrFileName = (day: string, slug: string, script: string): string =>
  `${day.replaceAll("-", "")}_${toSafeFileName(slug)}_${toSafeFileName(script)}_qr.svg`
