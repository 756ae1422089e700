// Search and sorting of the lists of users and communities.

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" })

/** The column that a list is sorted by, and the direction. */
export type ListSort<Column extends string> = { readonly by: Column; readonly descending: boolean }

/** Returns the items with a column that contains the search text (case-insensitive), sorted; ties are ordered by uuid. */
export const filterAndSort = <Column extends string, Item extends Readonly<Record<Column | "uuid", string>>>(
  items: ReadonlyArray<Item>,
  { search, sort, columns }: { readonly search: string; readonly sort: ListSort<Column>; readonly columns: ReadonlyArray<Column> },
): ReadonlyArray<Item> => {
  const query = search.trim().toLowerCase()
  return items
    .filter((item) => columns.some((column) => item[column].toLowerCase().includes(query)))
    .toSorted((a, b) => collator.compare(a[sort.by], b[sort.by]) * (sort.descending ? -1 : 1) || (a.uuid < b.uuid ? -1 : 1))
}

/**
 * Returns the sort order after a click on a column heading: that column, or the reverse direction if it was sorted
 * already.
 */
export const toggleSort = <Column extends string>(sort: ListSort<Column>, column: Column): ListSort<Column> => ({
  by: column,
  descending: sort.by === column && !sort.descending,
})
