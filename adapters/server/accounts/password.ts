// Passwords are kept as Argon2id in PHC form (decisions "Calls, sessions, people").
import { argon2, randomBytes, randomInt, timingSafeEqual } from "node:crypto"

/** OWASP's second recommendation: 19 MiB, two passes, one lane. */
const cost = { memory: 19456, passes: 2, parallelism: 1 } as const

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number }

const derive = (password: string, nonce: Uint8Array, { memory, passes, parallelism }: Cost): Promise<Buffer> =>
  new Promise((done, fail) => {
    argon2("argon2id", { message: password, nonce, parallelism, tagLength: 32, memory, passes }, (error, key) =>
      error ? fail(error) : done(key),
    )
  })

const plain = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/, "")

/** What is kept of a password: exact bytes, nothing trimmed or folded. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(nonce)}$${plain(await derive(password, nonce, cost))}`
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/** Whether the password is the kept one. Without a kept one (an unknown name) it does the same work and says no. */
export const verifyPassword = async (password: string, kept: string | undefined): Promise<boolean> => {
  const [, memory, passes, parallelism, nonce, key] = form.exec(kept ?? (await nobody)) ?? []
  if (nonce === undefined || key === undefined) throw new Error("a password is kept in a form that is not known")
  const made = await derive(password, Buffer.from(nonce, "base64"), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(made, Buffer.from(key, "base64")) && kept !== undefined
}

const nobody = hashPassword(randomBytes(32).toString("base64"))

const letters = ["abcdefghijkmnopqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "-+=_%"] as const

/** A password of 20 characters with every component, without letters that look alike. */
export const makePassword = (): string => {
  const all = letters.join("")
  for (;;) {
    const made = Array.from({ length: 20 }, () => all[randomInt(all.length)]).join("")
    if (letters.every((some) => Array.from(some).some((letter) => made.includes(letter)))) return made
  }
}
