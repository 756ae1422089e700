// Dutch texts: the demo story that the preview of a chat's style tells.
import type { preview as en } from "../en/preview.ts"

export const preview: Readonly<Record<keyof typeof en, string>> = {
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
