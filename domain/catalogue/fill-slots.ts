// Puts values into the `{slots}` of a text. For texts without ICU forms; the interface's own speaker knows those.

export const fillSlots = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (all, slot: string) => String(values[slot] ?? all))
