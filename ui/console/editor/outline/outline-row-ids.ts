// The ids of the elements of an outline row, by which other elements and the focus find them.

/** Returns the id of the button that selects the instruction. */
export const outlineRowId = (uuid: string): string => `instruction-${uuid}`

/** Returns the id of the title of the row. */
export const rowTitleId = (uuid: string): string => `${outlineRowId(uuid)}-title`
