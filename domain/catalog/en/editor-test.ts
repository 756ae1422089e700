// English texts: testing a chat in the editor.
export const editorTest = {
  "talk.answer": "Your answer",
  "talk.choose": "Choose…",
  "talk.search": "Search the answers",
  "talk.send": "Send",
  "talk.skip": "Skip this question",
  "talk.several": "Choose {fewest} to {most}",
  "talk.slider": "Move the slider to your answer, or press it to choose its current position",
  "talk.stars": "{count, plural, one {# star} other {# stars}}",
} as const
