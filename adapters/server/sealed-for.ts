// What each thing is sealed for that the vault keeps for long: it opens for that only (vault.ts).
export const sealedFor = {
  totp: (user: string) => `totp ${user}`,
  option: (community: string, key: string) => `option ${community}/${key}`,
  connection: (id: string) => `connection ${id}`,
  tokens: (id: string) => `tokens of connection ${id}`,
} as const
