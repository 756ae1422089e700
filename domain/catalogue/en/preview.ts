// English texts: the demo story that the preview of a chat's style tells (spec/3-community §2).
export const preview = {
  "preview.story.1": "Hello! This is how your chat greets people.",
  "preview.story.2":
    'Each message comes after a short pause, as if somebody were typing. A <a href="https://example.org">link</a> stands out like this.',
  "preview.story.3": "Answers stand on the other side, in colours of their own.",
  "preview.story.4": "Longer messages show whether the corners, the outline and the space around the text suit each other.",
  "preview.story.5": "And this is where the story ends.",
  "preview.answered": "I like it",
  "preview.asked": "How do you like it?",
  "preview.choice.1": "Very much",
  "preview.choice.2": "A little",
  "preview.choice.3": "Not yet",
  "preview.short": "Very nice",
  "preview.low": "Not at all",
  "preview.high": "A lot",
} as const
