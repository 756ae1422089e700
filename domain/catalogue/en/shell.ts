// English texts: shell, home and what every screen shares.
export const shell = {
  "product.name": "Conversation Admin",
  "home.filter.none": "No communities match your filter.",
} as const
