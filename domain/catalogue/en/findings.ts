// English texts: findings.
export const findings = {} as const
