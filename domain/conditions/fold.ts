// When two instruction names are the same (decisions "Instruction names"): without regard to case.

/** A name in the form in which it is compared and looked up. */
export const fold = (name: string): string => name.toLowerCase()
