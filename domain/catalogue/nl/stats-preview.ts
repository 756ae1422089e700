// Dutch texts: the figures on which the preview of the statistics' style is shown.
import type { statsPreview as en } from "../en/stats-preview.ts"

export const statsPreview: Readonly<Record<keyof typeof en, string>> = {
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
