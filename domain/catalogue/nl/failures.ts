// Dutch texts: failures.
import type { failures as en } from "../en/failures.ts"

export const failures: Readonly<Record<keyof typeof en, string>> = {
  "failure.Refused": "De server heeft dit niet aangenomen.",
  "failure.SignedOut": "Je bent uitgelogd. Log opnieuw in.",
  "failure.Forbidden": "Dit mag je niet doen.",
  "failure.Missing": "Dit is er niet meer.",
  "failure.Overtaken": "Iemand anders heeft dit intussen gewijzigd.",
  "failure.TooLarge": "Dit is groter dan de server aanneemt.",
  "failure.TooSoon": "Te veel pogingen. Wacht even.",
  "failure.Unreachable": "De server is niet bereikbaar.",
  "failure.Unreadable": "Het antwoord van de server is niet te lezen.",
  "failure.unreachable.kept": "Controleer je verbinding en probeer het opnieuw. Er gaat niets verloren.",
  "ERROR.NAME_TAKEN": "Deze naam is al in gebruik.",
  "ERROR.NAME_BLANK": "Vul een naam in.",
  "ERROR.NAME_TOO_SHORT": "Deze naam is te kort.",
  "ERROR.NAME_TOO_LONG": "Deze naam is te lang.",
  "ERROR.SLUG_TAKEN": "Deze webnaam is al in gebruik.",
  "ERROR.SLUG_TOO_SHORT": "Deze webnaam is te kort.",
  "ERROR.SLUG_TOO_LONG": "Deze webnaam is te lang.",
  "ERROR.SLUG_SYNTAX": "Gebruik alleen kleine letters, cijfers en koppeltekens.",
  "ERROR.SLUG_RESERVED": "Deze webnaam is gereserveerd.",
}
