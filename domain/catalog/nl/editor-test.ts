// Dutch texts: testing a chat in the editor.
export const editorTest = {
  "talk.answer": "Uw antwoord",
  "talk.choose": "Kies…",
  "talk.search": "Zoek in de antwoorden",
  "talk.send": "Versturen",
  "talk.skip": "Deze vraag overslaan",
  "talk.several": "Kies er {fewest} tot {most}",
  "talk.slider": "Schuif naar uw antwoord, of tik op de schuif als die al goed staat",
  "talk.stars": "{count, plural, one {# ster} other {# sterren}}",
} as const
