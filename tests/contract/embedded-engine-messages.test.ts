// Messages from the PostgreSQL driver to the thread of the embedded database.
import { once } from "node:events"
import { MessageChannel } from "node:worker_threads"
import { expect, test } from "vitest"
import { EngineSocket } from "../../adapters/server/database/embedded/wire-protocol.ts"

test("sends bytes that are written together as one message, in a buffer of exactly their size", async () => {
  const sent: Array<Uint8Array | null> = []
  const { port1, port2 } = new MessageChannel()
  const socket = new EngineSocket(async () => ({ port: port1, send: (bytes) => sent.push(bytes) })).connect()
  await once(socket, "connect")
  socket.cork()
  for (const part of ["parse ", "bind ", "sync"]) socket.write(Buffer.from(part))
  socket.uncork()
  socket.write(Buffer.from("alone"))
  expect(sent.map((bytes) => bytes && [Buffer.from(bytes).toString(), bytes.buffer.byteLength])).toEqual([
    ["parse bind sync", 15],
    ["alone", 5],
  ])
  socket.destroy()
  port2.close()
})
