// English texts: the files of a chat's respondents, and its technical settings. The alert is that of spec/3-community §8.
export const chatFiles = {
  "files.heading": "Files",
  "files.text": "Files that respondents answered with, together in one archive.",
  "files.request": "Request files",
  "files.making": "The archive is being made…",
  "files.download": "Download files",
  "files.parts": "{count, plural, one {# part} other {# parts}}",
  "files.none": "Files don't exist",
  "chat.clear.again": "That took too long, so nothing has been done yet. Please confirm once more.",
  "technical.heading": "Technical",
  "technical.transport": "Statistics transport",
  "technical.transport.help": "How the live statistics of this chat are sent.",
  "technical.transport.locked": "Locked: the chat is not in preparation.",
  "technical.transport.unset": "Unset",
} as const
