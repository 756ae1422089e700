// English texts: save conflicts of scripts and styles.
export const conflict = {
  "conflict.when": "Saved on {date}. None of your changes are lost; choose how to continue.",
  "conflict.both": "Changed by both: choose one",
  "conflict.mine": "Changed by you",
  "conflict.theirs": "Changed by them",
  "conflict.use.mine": "Yours",
  "conflict.use.theirs": "Theirs",
  "conflict.use.both": "Both",
  "conflict.merge": "Merge",
  "conflict.merge.text": "Combine both versions, then check the result and save it.",
  "conflict.overwrite": "Overwrite theirs",
  "conflict.overwrite.text": "Replaces their version.",
  "conflict.discard": "Discard mine",
  "conflict.discard.text": "Continue with theirs; Undo brings yours back.",
} as const
