// Searching and sorting the lists of users and communities (spec/1-console §2 "User management", "Community management").

const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" })

/** How a list is ordered: by which of its columns. */
export type ListSort<Column extends string> = { readonly by: Column; readonly descending: boolean }

/** The items of which a column holds the text, whatever the case, in the order wished; equal ones by their ids. */
export const filterAndSort = <Column extends string, Item extends Readonly<Record<Column | "uuid", string>>>(
  items: ReadonlyArray<Item>,
  { search, sort, columns }: { readonly search: string; readonly sort: ListSort<Column>; readonly columns: ReadonlyArray<Column> },
): ReadonlyArray<Item> => {
  const part = search.trim().toLowerCase()
  return items
    .filter((item) => columns.some((column) => item[column].toLowerCase().includes(part)))
    .toSorted((a, b) => words.compare(a[sort.by], b[sort.by]) * (sort.descending ? -1 : 1) || (a.uuid < b.uuid ? -1 : 1))
}

/** The next order when a column's heading is pressed: that column, then the other way round. */
export const toggleSort = <Column extends string>(sort: ListSort<Column>, by: Column): ListSort<Column> => ({
  by,
  descending: sort.by === by && !sort.descending,
})
