// Dutch texts: why an outbound call failed, displayed in the language of the person who reads the log.
import type { outboundFailures as en } from "../en/outbound-failures.ts"

export const outboundFailures: Readonly<Record<keyof typeof en, string>> = {
  "unanswered.address": "Dit is geen webadres",
  "unanswered.credentials": "In een adres staat geen naam en geen wachtwoord",
  "unanswered.header": "Een header heeft tekens die niet verstuurd kunnen worden",
  "unanswered.name": "{host} is niet te vinden",
  "unanswered.private": "{host} staat niet op het openbare internet",
  "unanswered.time": "Geen antwoord binnen {seconds} seconden",
  "unanswered.size": "Het antwoord is groter dan {megabytes} MB",
  "unanswered.refused": "Bij {host} neemt niemand op",
  "unanswered.unreachable": "{host} is niet te bereiken",
  "unanswered.broke-off": "{host} brak af voordat het antwoord compleet was",
  "unanswered.certificate": "Niemand die bekend is, staat in voor het certificaat van {host}",
  "unanswered.certificate.time": "Het certificaat van {host} is verlopen of nog niet geldig",
  "unanswered.certificate.name": "Het certificaat van {host} staat op een andere naam",
  "unanswered.no-tls": "{host} spreekt geen https",
  "unanswered.no-http": "{host} antwoordt niet zoals een webserver",
  "unanswered.protocol": "{host} wil een ander protocol spreken",
  "unanswered.other": "De verbinding met {host} mislukte: {reason}",
  "unanswered.connection.gone": "De koppeling is er niet meer",
  "unanswered.connection.no-address": "De koppeling noemt geen adres",
  "unanswered.connection.unauthorized": "De koppeling heeft geen toegang (ze kan op de optiepagina worden geautoriseerd)",
  "unanswered.connection.not-renewed":
    "De toegang van de koppeling is verlopen en kon niet worden vernieuwd (ze kan op de optiepagina opnieuw worden geautoriseerd)",
  "unanswered.token.refused": "{host} gaf geen toegang en zegt: {reason}",
  "unanswered.token.silent": "{host} gaf geen toegang en zegt niet waarom",
  "unanswered.stopped": "De server stopte voordat bekend was wat ervan kwam",
  "unanswered.no-endpoint": "Deze stap heeft geen endpoint dat van hieruit wordt aangeroepen",
}
