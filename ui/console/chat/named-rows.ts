// Rows of a list by their numbers; that there are more than are named shows.
export const namedRows = ({ rows, count }: { readonly rows: ReadonlyArray<number>; readonly count: number }): string =>
  `${rows.join(", ")}${count > rows.length ? ", …" : ""}`
