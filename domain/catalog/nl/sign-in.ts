// Dutch texts: sign-in.
import type { signIn as en } from "../en/sign-in.ts"
import { failures } from "./failures.ts"
import { shell } from "./shell.ts"

export const signIn: Readonly<Record<keyof typeof en, string>> = {
  "sign-in.heading": "Inloggen",
  "sign-in.username": "Gebruikersnaam",
  "sign-in.blank.username": "Vul je gebruikersnaam in.",
  "sign-in.blank.password": "Vul je wachtwoord in.",
  "sign-in.blank.code": "Vul een code in.",
  "sign-in.code.incomplete": "Vul de code van 6 cijfers uit je app in, of een back-upcode van 12 tekens.",
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
  "sign-in.code.how": "Open je authenticator-app en vul de code in die daar bij dit account staat. Een back-upcode mag ook.",
  "sign-in.code": "Verificatiecode",
  "sign-in.code.submit": "Controleren",
  "sign-in.code.leave": "Als iemand anders inloggen",
  "sign-in.code.wrong": "Deze tweestapscode klopt niet. Probeer het opnieuw.",
  "sign-in.code.invalid": "Deze code is niet geldig. Probeer het met een nieuwe code.",
  "sign-in.code.expired": "Dat duurde te lang. Log opnieuw in.",
  "TOTP.SUBMIT.FAILURE": "We konden je code niet controleren. Probeer het opnieuw.",
}

// The Dutch texts that the sign-in page needs, without those of the screens behind it.

export const signInPage = { ...shell, ...signIn, ...failures } as const
