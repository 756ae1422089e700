// Languages as the platform's formatters take them.

/** Returns a language tag that formatters accept: the tag itself, or English if it is malformed. */
export const toLocale = (tag: string): string => {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? "en"
  } catch {
    return "en"
  }
}
