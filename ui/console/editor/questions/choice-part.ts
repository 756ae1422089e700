// Which part of its instruction a choice is, for the findings that lead there.
/** The pointer to the choice in this place. */
export const partOfChoice = (place: number): string => `/question/choices/${place}`
