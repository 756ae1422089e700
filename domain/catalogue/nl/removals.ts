// Dutch texts: the lists of chats that are up for removal.
export const removals = {
  "title.removals": "Chats verwijderen",
  "shell.community": "Community",
  "removals.heading": "Chats verwijderen",
  "removals.text":
    "Gesloten chats waarvan de verwijderprocedure aan staat. Op de waarschuwingsdatum krijgen de beheerders van de community een mail; op de verwijderdatum gaat de chat naar het archief en worden de gesprekken gewist.",
  "removals.count": "{count, plural, one {# chat} other {# chats}}",
  "removals.none": "Er wordt geen chat verwijderd.",
  "removals.column.community": "Community",
  "removals.column.name": "Chat",
  "removals.column.closed": "Gesloten",
  "removals.column.warning": "Waarschuwing",
  "removals.column.removal": "Verwijdering",
  "removals.edit": "Verwijdering van {name} wijzigen",
  "removals.edit.procedure": "Verwijderprocedure",
  "removals.edit.procedure.help": "Uit: deze chat en de antwoorden blijven bewaard tot iemand ze wist.",
  "removals.edit.warning": "Waarschuwingsdatum",
  "removals.edit.removal": "Verwijderdatum",
  "removals.edit.warning.calendar": "Waarschuwing op de kalender",
  "removals.edit.removal.calendar": "Verwijdering op de kalender",
  "removals.edit.save": "Opslaan",
  "removals.saved": "“{name}” is opgeslagen.",
  "removals.taken-off": "“{name}” wordt niet meer verwijderd.",
  "removals.off.title": "Verwijderprocedure",
  "removals.off.question":
    "Weet je zeker dat je de automatische verwijderprocedure niet wilt gebruiken? Dit is mogelijk niet in lijn met het AVG-beleid. Doorgaan?",
} as const
