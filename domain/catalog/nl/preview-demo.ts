// Dutch texts: the demo figures of the statistics preview, and the demo story of the chat preview.
import type { chatPreviewDemo as enChatPreviewDemo, statsPreviewDemo as enStatsPreviewDemo } from "../en/preview-demo.ts"

export const statsPreviewDemo: Readonly<Record<keyof typeof enStatsPreviewDemo, string>> = {
  "preview.title": "Hoe was je bezoek?",
  "preview.came": "Waarvoor kwam je?",
  "preview.came.1": "Voor advies",
  "preview.came.2": "Om te winkelen",
  "preview.came.3": "Om iets op te halen",
  "preview.came.4": "Zomaar",
  "preview.again": "Kom je nog eens?",
  "preview.again.1": "Zeker",
  "preview.again.2": "Misschien",
  "preview.again.3": "Nee",
  "preview.heard": "Hoe heb je van ons gehoord?",
  "preview.heard.1": "Van vrienden",
  "preview.heard.2": "Op internet",
  "preview.heard.3": "In de krant",
  "preview.heard.4": "In het voorbijgaan",
  "preview.recommend": "Hoe waarschijnlijk is het dat je ons aanbeveelt?",
  "preview.stars": "Hoeveel sterren geef je onze medewerkers?",
  "preview.mood": "Hoe voelde je je toen je wegging?",
}

export const chatPreviewDemo: Readonly<Record<keyof typeof enChatPreviewDemo, string>> = {
  "preview.story.1": "Hallo! Zo begroet je chat mensen.",
  "preview.story.2": 'Elk bericht komt na een korte pauze, alsof er iemand typt. Een <a href="https://example.org">link</a> valt zo op.',
  "preview.story.3": "Antwoorden staan aan de andere kant, in hun eigen kleuren.",
  "preview.story.4": "Langere berichten laten zien of hoeken, rand en ruimte om de tekst bij elkaar passen.",
  "preview.story.5": "En hier houdt het verhaal op.",
  "preview.answered": "Mooi zo",
  "preview.asked": "Wat vind je ervan?",
  "preview.choice.1": "Heel mooi",
  "preview.choice.2": "Een beetje",
  "preview.choice.3": "Nog niet",
  "preview.short": "Heel fijn",
  "preview.low": "Niet mooi",
  "preview.high": "Heel mooi",
}
