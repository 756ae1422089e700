// English texts: chats.
export const chats = {} as const
