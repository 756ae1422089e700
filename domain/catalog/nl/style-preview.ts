// Dutch texts: the live preview of a style.
import type { stylePreview as en } from "../en/style-preview.ts"

export const stylePreview: Readonly<Record<keyof typeof en, string>> = {
  "preview.mobile": "Voorbeeld op mobiel",
  "preview.desktop": "Voorbeeld op desktop",
  "preview.loading": "Het voorbeeld wordt geladen…",
  "preview.silent": "Het voorbeeld reageert niet.",
  "preview.silent.text": "De pagina erin is misschien niet bereikbaar, of is verlaten voor een andere. Je wijzigingen blijven behouden.",
  "preview.mobile.again": "Voorbeeld op mobiel opnieuw laden",
  "preview.desktop.again": "Voorbeeld op desktop opnieuw laden",
  "preview.story": "Demoverhaal",
  "preview.story.told": "{told} van {all} berichten",
  "preview.story.reset": "Opnieuw",
  "preview.story.pause": "Pauzeren",
  "preview.story.play": "Afspelen",
  "preview.story.finish": "Naar het einde",
}
