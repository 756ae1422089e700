// Dutch texts: styling.
import type { style as en } from "../en/style.ts"

export const style: Readonly<Record<keyof typeof en, string>> = {
  "finding.style.colour": "“{value}” is geen kleur (#rrggbbaa)",
  "finding.style.size": "“{value}” is geen maat die hier kan staan",
  "finding.style.toggle": "“{value}” zet hier niets aan of uit",
  "finding.style.text": "“{value}” kan hier niet staan",
  "finding.style.image": "“{value}” is geen adres van een afbeelding",
  "finding.style.font": "“{value}” is geen lettertype",
  "style.warning.header-and-sidemenu-off": "De koptekst en het zijmenu staan allebei uit.",
  "style.warning.sidemenu-without-header": "Het zijmenu kan niet blijven als de koptekst uit staat.",
  "style.warning.header-without-sidemenu": "De koptekst staat aan, maar het zijmenu staat uit.",
  "style.warning.logo-in-expanded-header": "Zolang de koptekst is uitgeklapt, is het logo niet te zien.",
  "style.warning.branding-hidden": "De branding is verborgen.",
}
