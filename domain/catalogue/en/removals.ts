// English texts: the lists of chats that are up for removal. The question is that of spec/1-console §8.
export const removals = {
  "title.removals": "Chat removal",
  "shell.community": "Community",
  "removals.heading": "Chat removal",
  "removals.text":
    "Closed chats whose removal procedure is on. On the warning date the administrators of the community get a mail; on the removal date the chat goes to the archive and its conversations are erased.",
  "removals.count": "{count, plural, one {# chat} other {# chats}}",
  "removals.none": "No chat is up for removal.",
  "removals.column.community": "Community",
  "removals.column.name": "Chat",
  "removals.column.closed": "Closed",
  "removals.column.warning": "Warning",
  "removals.column.removal": "Removal",
  "removals.edit": "Edit removal of {name}",
  "removals.edit.procedure": "Removal procedure",
  "removals.edit.procedure.help": "Off: this chat and its answers are kept until someone clears them.",
  "removals.edit.warning": "Warning date",
  "removals.edit.removal": "Removal date",
  "removals.edit.warning.calendar": "Warning on the calendar",
  "removals.edit.removal.calendar": "Removal on the calendar",
  "removals.edit.save": "Save",
  "removals.saved": "“{name}” has been saved.",
  "removals.taken-off": "“{name}” is no longer up for removal.",
  "removals.off.title": "Removal procedure",
  "removals.off.question":
    "Are you sure you don't want to use the auto removal procedure? This may not be in line with the GDPR policy. Continue?",
} as const
