/** The option for what is not known here, a value of a newer version: it is named as it stands, and stays. */
export const unfamiliar = (known: ReadonlyArray<string>, value: string | null | undefined) =>
  !value || known.includes(value) ? [] : [{ value, label: value }]
