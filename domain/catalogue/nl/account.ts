// Dutch texts: account.
import type { account as en } from "../en/account.ts"

export const account: Readonly<Record<keyof typeof en, string>> = {
  "sign-in.heading": "Inloggen",
  "sign-in.username": "Gebruikersnaam",
  "sign-in.password": "Wachtwoord",
  "sign-in.password.show": "Wachtwoord tonen",
  "sign-in.password.hide": "Wachtwoord verbergen",
  "sign-in.submit": "Inloggen",
  "sign-in.forgot": "Wachtwoord vergeten?",
  "sign-in.failed": "Inloggen is niet gelukt!",
  "sign-in.not-found": "we kennen deze combinatie van gebruikersnaam en wachtwoord niet",
  "sign-in.wrong": "Deze combinatie van gebruikersnaam en wachtwoord klopt niet.",
  "sign-in.token": "Je inlogpoging is verlopen, probeer het opnieuw.",
  "LOGIN.SUBMIT.FAILURE": "Inloggen lukte niet. Probeer het opnieuw!",
  "sign-in.code.heading": "Nog één stap",
  "sign-in.code.how": "Open je authenticator-app en vul de code in die daar bij dit account staat.",
  "sign-in.code": "Verificatiecode",
  "sign-in.code.submit": "Controleren",
  "sign-in.code.leave": "Als iemand anders inloggen",
  "sign-in.code.wrong": "Deze tweestapscode klopt niet. Probeer het opnieuw.",
  "sign-in.code.invalid": "Deze code is niet geldig. Probeer het met een nieuwe code.",
  "sign-in.code.expired": "Dat duurde te lang. Log opnieuw in.",
  "TOTP.SUBMIT.FAILURE": "We konden je code niet controleren. Probeer het opnieuw.",
  "sign-in.too-many": "Te veel pogingen. Over {seconds, plural, one {# seconde} other {# seconden}} kun je het opnieuw proberen.",
  "sign-in.too-many.minutes": "Te veel pogingen. Over {minutes, plural, one {# minuut} other {# minuten}} kun je het opnieuw proberen.",
}
