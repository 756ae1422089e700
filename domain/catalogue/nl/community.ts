// Dutch texts: the screens of one community.
export const community = {
  "title.members": "Leden van de community",
  "community.menu": "Communitymenu",
  "community.forbidden": "Alleen beheerders van deze community kunnen dit.",
  "members.heading": "Leden",
  "members.text": "De mensen voor wie links van deze community gemaakt zijn.",
  "members.count": "{count, plural, one {# lid} other {# leden}}",
  "members.none": "Er zijn nog geen links gemaakt voor een lijst met mensen.",
  "members.export": "Leden exporteren",
  "members.exported": "{name} is opgeslagen.",
  "members.more": "Meer tonen",
  "members.column.external_id": "Extern id",
  "members.column.email": "E-mail",
  "members.column.phone": "Telefoon",
  "members.column.firstname": "Voornaam",
  "members.column.lastname": "Achternaam",
  "members.column.dateofbirth": "Geboortedatum",
} as const
