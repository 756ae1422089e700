// What the database can be asked for: some texts it cannot even be asked for (U+0000), and an id or a slug of another form is nobody's.

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => uuid.test(text)
/** Whether a community could have this slug. */
export const isSlug = (text: string): boolean => /^[a-z0-9-]+$/.test(text)
