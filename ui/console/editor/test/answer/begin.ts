// Where an answer begins: the first control takes the caret, so that a conversation is held without reaching for the pointer.

/** A ref of the first control of an answer. */
export const begin = (control: HTMLElement | null): void => control?.focus({ preventScroll: true })
