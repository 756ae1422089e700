// The allowed markup of a message (domain/rich-text/allowlist.ts) as this page shows it.

/**
 * Sizes become classes, since the page's policy allows no style attributes; links open beside the chat, which must not be lost. `html` has
 * been sanitised: tags are written in one way only.
 */
export const shownMarkup = (html: string): string =>
  html
    .replace(/<span style="font-size: (\d+)px;">/g, '<span class="size-$1">')
    .replaceAll("<a href=", '<a target="_blank" rel="noopener noreferrer" href=')
    .replaceAll("<img ", '<img loading="eager" decoding="async" ')

/** Has an image that could not be loaded say so, where its author gave it no text of its own: an empty bubble says nothing. */
export const nameMissingImage = (image: EventTarget | null, text: string): void => {
  if (image instanceof HTMLImageElement && image.alt.trim() === "") image.alt = text
}
