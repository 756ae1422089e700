// What the database can be asked for: an id of another form is nobody's, and some texts it cannot even be asked for (U+0000).

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => uuid.test(text)
