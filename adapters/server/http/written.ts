// An answer that is no JSON, or JSON that was written already: its type, its bytes, its headers.
import type { Readable } from "node:stream"

export class Written {
  readonly type: string
  readonly body: string | Buffer | Readable
  readonly headers: Readonly<Record<string, string>>
  constructor(type: string, body: string | Buffer | Readable, headers: Readonly<Record<string, string>> = {}) {
    this.type = type
    this.body = body
    this.headers = headers
  }
}
