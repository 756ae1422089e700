// English texts: editor.
export const editor = {} as const
