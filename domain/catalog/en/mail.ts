// English texts: mails. Lines end with \n.
export const mail = {
  "mail.greeting": "Hello {username},",
  "mail.reset.subject": "Set a new password",
  "mail.reset.text":
    "Someone requested a new password for your account. If it was you, set it here within an hour:\n\n{link}\n\nIf it wasn't you, you can ignore this email: your password stays the same.",
  "mail.password.subject": "Your password was changed",
  "mail.password.text":
    "The password of your account was changed just now, and you were signed out everywhere else.\n\nIf it wasn't you, set a new password immediately: {link}",
  "mail.email.subject": "Your email address was changed",
  "mail.email.text":
    "The email address of your account was changed to {email} just now. We no longer send messages to this address.\n\nIf it wasn't you, contact your administrator.",
  "mail.two-factor-on.subject": "Two-factor authentication is on",
  "mail.two-factor-on.text":
    "Two-factor authentication was enabled for your account just now.\n\nIf it wasn't you, contact your administrator.",
  "mail.two-factor-off.subject": "Two-factor authentication is off",
  "mail.two-factor-off.text":
    "Two-factor authentication was disabled for your account just now.\n\nIf it wasn't you, set a new password immediately: {link}",
  "mail.removal.subject": "A chat will be removed soon",
  "mail.removal.text":
    "The chat “{name}” of {community} will be removed on {day}, with all answers and files.\n\nTo keep it longer, change its dates in the list of removals.",
} as const
