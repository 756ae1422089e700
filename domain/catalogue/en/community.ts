// English texts: the screens of one community.
export const community = {
  "title.members": "Community members",
  "community.menu": "Community menu",
  "community.forbidden": "Only administrators of this community can do this.",
  "members.heading": "Members",
  "members.text": "The people that links of this community were made for.",
  "members.count": "{count, plural, one {# member} other {# members}}",
  "members.none": "No links were made for a list of people yet.",
  "members.export": "Export members",
  "members.exported": "{name} has been saved.",
  "members.more": "Show more",
  "members.column.external_id": "External id",
  "members.column.email": "Email",
  "members.column.phone": "Phone",
  "members.column.firstname": "First name",
  "members.column.lastname": "Last name",
  "members.column.dateofbirth": "Date of birth",
} as const
