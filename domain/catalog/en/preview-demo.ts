// English texts: the demo figures of the statistics preview, and the demo story of the chat preview.

export const statsPreviewDemo = {
  "preview.title": "How was your visit?",
  "preview.came": "What brought you here?",
  "preview.came.1": "Advice",
  "preview.came.2": "Shopping",
  "preview.came.3": "Collecting an order",
  "preview.came.4": "Just looking",
  "preview.again": "Will you come again?",
  "preview.again.1": "Certainly",
  "preview.again.2": "Perhaps",
  "preview.again.3": "No",
  "preview.heard": "How did you hear of us?",
  "preview.heard.1": "From friends",
  "preview.heard.2": "On the web",
  "preview.heard.3": "In the paper",
  "preview.heard.4": "Passing by",
  "preview.recommend": "How likely are you to recommend us?",
  "preview.stars": "How many stars would you give our staff?",
  "preview.mood": "How did you feel when you left?",
} as const

export const chatPreviewDemo = {
  "preview.story.1": "Hello! This is how your chat greets people.",
  "preview.story.2":
    'Each message comes after a short pause, as if somebody were typing. A <a href="https://example.org">link</a> stands out like this.',
  "preview.story.3": "Answers appear on the other side, in their own colors.",
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
