// UUID check. The database cannot even be queried for some texts (U+0000), so ids are checked before a query.

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns whether a text is a UUID in its canonical form, in either case. */
export const isUuid = (text: string): boolean => uuid.test(text)
