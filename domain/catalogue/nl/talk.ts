// Dutch texts: answering the questions of a chat.
export const talk = {
  "talk.answer": "Uw antwoord",
  "talk.choose": "Kies…",
  "talk.search": "Zoek in de antwoorden",
  "talk.send": "Versturen",
  "talk.skip": "Deze vraag overslaan",
  "talk.several": "Kies er {fewest} tot {most}",
  "talk.stars": "{count, plural, one {# ster} other {# sterren}}",
} as const
