// English texts: save conflicts of scripts and styles.
export const conflict = {
  "overtaken.when": "Saved on {date}. None of your changes are lost; choose how to continue.",
  "overtaken.both": "Changed by both: choose one",
  "overtaken.mine": "Changed by you",
  "overtaken.theirs": "Changed by them",
  "overtaken.use.mine": "Yours",
  "overtaken.use.theirs": "Theirs",
  "overtaken.use.both": "Both",
  "overtaken.merge": "Merge",
  "overtaken.merge.text": "Combine both versions, then check the result and save it.",
  "overtaken.overwrite": "Overwrite theirs",
  "overtaken.overwrite.text": "Replaces their version.",
  "overtaken.discard": "Discard mine",
  "overtaken.discard.text": "Continue with theirs; Undo brings yours back.",
} as const
