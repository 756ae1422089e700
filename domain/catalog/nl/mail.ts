// Dutch texts: mails.
import type { mail as en } from "../en/mail.ts"

export const mail: Readonly<Record<keyof typeof en, string>> = {
  "mail.greeting": "Hallo {username},",
  "mail.reset.subject": "Stel een nieuw wachtwoord in",
  "mail.reset.text":
    "Er is een nieuw wachtwoord gevraagd voor je account. Was jij dat? Stel er dan hier binnen een uur een in:\n\n{link}\n\nWas jij het niet, dan hoef je niets te doen: je wachtwoord blijft zoals het is.",
  "mail.password.subject": "Je wachtwoord is gewijzigd",
  "mail.password.text":
    "Het wachtwoord van je account is zojuist gewijzigd en je bent overal elders uitgelogd.\n\nWas jij het niet, stel dan meteen een nieuw wachtwoord in: {link}",
  "mail.email.subject": "Je e-mailadres is gewijzigd",
  "mail.email.text":
    "Het e-mailadres van je account is zojuist gewijzigd in {email}. Berichten komen niet meer op dit adres aan.\n\nWas jij het niet, neem dan contact op met je beheerder.",
  "mail.two-factor-on.subject": "Tweestapsverificatie staat aan",
  "mail.two-factor-on.text":
    "Tweestapsverificatie is zojuist aangezet voor je account.\n\nWas jij het niet, neem dan contact op met je beheerder.",
  "mail.two-factor-off.subject": "Tweestapsverificatie staat uit",
  "mail.two-factor-off.text":
    "Tweestapsverificatie is zojuist uitgezet voor je account.\n\nWas jij het niet, stel dan meteen een nieuw wachtwoord in: {link}",
  "mail.removal.subject": "Een chat wordt binnenkort verwijderd",
  "mail.removal.text":
    "De chat “{name}” van {community} wordt op {day} verwijderd, met alle antwoorden en bestanden.\n\nMoet hij langer blijven, wijzig dan de datums in de lijst met verwijderingen.",
}
