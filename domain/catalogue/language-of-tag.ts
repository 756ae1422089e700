// Languages as addresses and browsers name them (BCP 47).

/** The language of a tag without its region, in lower case: `fr` of `fr-CA`, `nl` of `NL`. */
export const languageOfTag = (tag: string): string => tag.split(/[-_]/, 1).join("").toLowerCase()
