// English texts: save conflicts of scripts and styles.
export const conflict = {
  "overtaken.when": "Saved on {date}. Nothing of yours is lost; choose how to go on.",
  "overtaken.both": "Changed by both: choose one",
  "overtaken.mine": "Changed by you",
  "overtaken.theirs": "Changed by them",
  "overtaken.use.mine": "Yours",
  "overtaken.use.theirs": "Theirs",
  "overtaken.use.both": "Both",
  "overtaken.merge": "Merge",
  "overtaken.merge.text": "Both versions in one, then save when it looks right.",
  "overtaken.overwrite": "Overwrite theirs",
  "overtaken.overwrite.text": "Your version takes the place of theirs.",
  "overtaken.discard": "Discard mine",
  "overtaken.discard.text": "Go on with theirs; Undo brings yours back.",
} as const
