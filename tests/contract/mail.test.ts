// Outgoing mail: through a real mail server, and as files (contract "Settings").
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import PostalMime from "postal-mime"
import { SMTPServer } from "smtp-server"
import { afterEach, expect, test } from "vitest"
import { composeMail, openMailTransport } from "../../adapters/server/mail/outgoing-mail.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { mailsIn, type ReadMail, readMail } from "../fixtures/mails.ts"

const ends: Array<() => unknown> = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const mailServer = async () => {
  const received: Array<ReadMail & { readonly receivers: ReadonlyArray<string>; readonly headers: ReadonlyArray<string> }> = []
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === "ada" && password === "p@ss" ? done(null, { user: "ada" }) : done(new Error("wrong")),
    onData: (stream, { envelope }, done) => {
      const receivers = envelope.rcptTo.map(({ address }) => address)
      buffer(stream)
        .then(async (source) => ({ ...(await readMail(source)), headers: (await PostalMime.parse(source)).headers.map(({ key }) => key) }))
        .then(
          (mail) => {
            received.push({ ...mail, receivers })
            done()
          },
          (error: Error) => done(error),
        )
    },
  })
  server.listen(0, "127.0.0.1")
  await once(server.server, "listening")
  ends.push(() => new Promise<void>((closed) => server.close(closed)))
  const { port } = server.server.address() as AddressInfo
  return { received, at: (who: string) => `smtp://${who}@127.0.0.1:${port}` }
}

const mail = { to: "bob@example.org", subject: "Één onderwerp: ✓", text: "Regel één\nRegel twee €\n.\n" } as const

test("a mail server gets it as it was written", async () => {
  const { received, at } = await mailServer()
  const post = openMailTransport({ smtpUrl: at("ada:p%40ss"), mailFrom: "Console <console@example.org>", dataDir: "" })
  ends.push(post.close)
  await post.send(mail)
  expect(received).toMatchObject([{ ...mail, from: "console@example.org" }])
})

test("a mail server that refuses is an error, not a silence", async () => {
  const { at } = await mailServer()
  const post = openMailTransport({ smtpUrl: at("ada:wrong"), mailFrom: "console@example.org", dataDir: "" })
  ends.push(post.close)
  await expect(post.send(mail)).rejects.toThrow("Invalid login")
})

test("no name makes further headers or further receivers", async () => {
  const { received, at } = await mailServer()
  const post = openMailTransport({ smtpUrl: at("ada:p%40ss"), mailFrom: "console@example.org", dataDir: "" })
  ends.push(post.close)
  const hostile = "ada\r\nBcc: eve@example.org\r\n\r\nhello"
  await post.send(composeMail("reset", { username: hostile, email: mail.to }, { link: "https://example.org/change-password/x" }))
  await post.send({ ...mail, subject: hostile })
  expect(received.map(({ to, receivers, headers }) => ({ to, receivers, bcc: headers.includes("bcc") }))).toEqual([
    { to: mail.to, receivers: [mail.to], bcc: false },
    { to: mail.to, receivers: [mail.to], bcc: false },
  ])
})

test("a mail server that is not there is an error, not a silence", async () => {
  const post = openMailTransport({ smtpUrl: "smtp://127.0.0.1:1", mailFrom: "console@example.org", dataDir: "" })
  ends.push(post.close)
  await expect(post.send(mail)).rejects.toThrow("ECONNREFUSED")
})

test("without one it is a file that mail programs read; what is half written is none", async () => {
  const dataDir = preparedDataDir()
  ends.push(() => removeDataDir(dataDir))
  const post = openMailTransport({ smtpUrl: null, mailFrom: "Console <console@example.org>", dataDir })
  ends.push(post.close)
  await post.send(mail)
  await post.send({ ...mail, subject: "second" })
  const [first, second] = await mailsIn(dataDir)
  expect([first, second?.subject]).toEqual([{ ...mail, from: "console@example.org" }, "second"])
})
