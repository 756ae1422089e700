// Characters that steer a line instead of standing in it.

/**
 * A text with a space for whatever breaks its line, turns its direction around or shows nowhere at all: line ends, control
 * characters, Unicode's bidirectional controls (UAX #9), halves of surrogate pairs. What joins letters or emoji stays.
 */
export const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]+/gu, " ")

/** Whether a text has such characters. */
export const steersLine = (text: string): boolean => onOneLine(text) !== text

/** A text of several lines without the control characters that are no white space: a terminal puts them on the clipboard, and nobody sees them. */
export const withoutControls = (text: string): string => text.replace(/(?![\t\n\r])\p{Cc}/gu, "")

/**
 * A text of several lines without what steers what stands around it: control characters, and the bidirectional controls that reach on
 * until something ends them. Tabs, line ends, and the marks that stand for one place alone (LRM, RLM, ALM) stay: people type them.
 */
export const withoutSteering = (text: string): string => withoutControls(text).replace(/[\u202a-\u202e\u2066-\u2069]/gu, "")
