// Dutch texts: the files of a chat's respondents, and its technical settings.
import type { chatFiles as en } from "../en/chat-files.ts"

export const chatFiles: Readonly<Record<keyof typeof en, string>> = {
  "files.heading": "Bestanden",
  "files.text": "Bestanden waarmee respondenten hebben geantwoord, samen in één archief.",
  "files.request": "Bestanden opvragen",
  "files.making": "Het archief wordt gemaakt…",
  "files.download": "Bestanden downloaden",
  "files.parts": "{count, plural, one {# deel} other {# delen}}",
  "files.none": "Er zijn geen bestanden",
  "chat.clear.again": "Dat duurde te lang, er is nog niets gebeurd. Bevestig het nog een keer.",
  "technical.heading": "Technisch",
  "technical.transport": "Transport van statistieken",
  "technical.transport.help": "Hoe de live statistieken van deze chat worden verstuurd.",
  "technical.transport.locked": "Vergrendeld: de chat is niet in voorbereiding.",
  "technical.transport.unset": "Niet ingesteld",
}
