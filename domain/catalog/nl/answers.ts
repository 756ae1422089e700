// Dutch texts: problems with a respondent's answer.
import type { answers as en } from "../en/answers.ts"

export const answers: Readonly<Record<keyof typeof en, string>> = {
  "answer.required": "Geef een antwoord op deze vraag",
  "answer.shape": "Dit is geen antwoord op deze vraag",
  "answer.choice": "Kies een van de antwoorden",
  "answer.unknown-choice": "Het antwoord “{value}” bestaat niet",
  "answer.fewest": "Kies minstens {fewest} antwoorden",
  "answer.most": "Kies er hoogstens {most}",
  "answer.single": "“{text}” kun je niet met andere antwoorden combineren",
  "answer.short": "Schrijf minstens {least} tekens",
  "answer.long": "Schrijf niet meer tekens dan {most}",
  "answer.email": "Vul een e-mailadres in",
  "answer.number": "Vul een getal in",
  "answer.least": "Vul {least} of meer in",
  "answer.largest": "Vul {most} of minder in",
  "answer.whole": "Vul een heel getal in",
  "answer.decimals": "Vul niet meer decimalen in dan {most}",
  "answer.step": "Kies een waarde in stappen van {step}",
  "answer.scale": "Kies een waarde op de schaal",
  "answer.date": "Vul een datum in",
  "answer.early": "Vul {first} of een latere datum in",
  "answer.late": "Vul {last} of een eerdere datum in",
  "answer.file": "Kies een bestand",
  "answer.files": "Kies hoogstens {most} bestanden",
  "answer.file-kind": "Kies een bestand van een van deze soorten: {kinds}",
  "answer.file-empty": "Dit bestand is leeg",
}
