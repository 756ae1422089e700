// Outgoing mail, through a real mail server and as files.

import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import PostalMime from "postal-mime"
import { SMTPServer } from "smtp-server"
import { afterEach, expect, test } from "vitest"
import { openMailTransport } from "../../adapters/server/mail/mail-transport.ts"
import { composeMail } from "../../adapters/server/mail/outgoing-mail.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { type ParsedMail, parseMail, readMails } from "../fixtures/mails.ts"

const cleanups: Array<() => unknown> = []
afterEach(async () => {
  // The mail server waits until its clients have closed their connections.
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
})

const mailServer = async () => {
  const received: Array<ParsedMail & { readonly receivers: ReadonlyArray<string>; readonly headers: ReadonlyArray<string> }> = []
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    // Without a network, looking up the name of the client takes 20 seconds.
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === "ada" && password === "p@ss" ? done(null, { user: "ada" }) : done(new Error("wrong")),
    onData: (stream, { envelope }, done) => {
      const receivers = envelope.rcptTo.map(({ address }) => address)
      buffer(stream)
        .then(async (source) => ({ ...(await parseMail(source)), headers: (await PostalMime.parse(source)).headers.map(({ key }) => key) }))
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
  cleanups.push(() => new Promise<void>((closed) => server.close(closed)))
  const { port } = server.server.address() as AddressInfo
  return { received, smtpUrlFor: (user: string) => `smtp://${user}@127.0.0.1:${port}` }
}

const mail = { to: "bob@example.org", subject: "Één onderwerp: ✓", text: "Regel één\nRegel twee €\n.\n" } as const

test("sends a mail unchanged to a mail server", async () => {
  const { received, smtpUrlFor } = await mailServer()
  const transport = openMailTransport({ smtpUrl: smtpUrlFor("ada:p%40ss"), mailFrom: "Console <console@example.org>", dataDir: "" })
  cleanups.push(transport.close)
  await transport.send(mail)
  expect(received).toMatchObject([{ ...mail, from: "console@example.org" }])
})

test("fails when the mail server rejects the sign-in", async () => {
  const { smtpUrlFor } = await mailServer()
  const transport = openMailTransport({ smtpUrl: smtpUrlFor("ada:wrong"), mailFrom: "console@example.org", dataDir: "" })
  cleanups.push(transport.close)
  await expect(transport.send(mail)).rejects.toThrow("Invalid login")
})

test("adds no headers or receivers for names and subjects with line breaks", async () => {
  const { received, smtpUrlFor } = await mailServer()
  const transport = openMailTransport({ smtpUrl: smtpUrlFor("ada:p%40ss"), mailFrom: "console@example.org", dataDir: "" })
  cleanups.push(transport.close)
  const nameWithHeaders = "ada\r\nBcc: eve@example.org\r\n\r\nhello"
  await transport.send(
    composeMail("reset", { username: nameWithHeaders, email: mail.to }, { link: "https://example.org/change-password/x" }),
  )
  await transport.send({ ...mail, subject: nameWithHeaders })
  expect(received.map(({ to, receivers, headers }) => ({ to, receivers, bcc: headers.includes("bcc") }))).toEqual([
    { to: mail.to, receivers: [mail.to], bcc: false },
    { to: mail.to, receivers: [mail.to], bcc: false },
  ])
})

test("fails when the mail server is not reachable", async () => {
  const transport = openMailTransport({ smtpUrl: "smtp://127.0.0.1:1", mailFrom: "console@example.org", dataDir: "" })
  cleanups.push(transport.close)
  await expect(transport.send(mail)).rejects.toThrow("ECONNREFUSED")
})

test("writes mails as files when there is no mail server", async () => {
  const dataDir = preparedDataDir()
  cleanups.push(() => removeDataDir(dataDir))
  const transport = openMailTransport({ smtpUrl: null, mailFrom: "Console <console@example.org>", dataDir })
  cleanups.push(transport.close)
  await transport.send(mail)
  await transport.send({ ...mail, subject: "second" })
  const [first, second] = await readMails(dataDir)
  expect([first, second?.subject]).toEqual([{ ...mail, from: "console@example.org" }, "second"])
})
