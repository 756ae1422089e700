// The worker's end: where the links desk meets the calls that it makes. Started by ../wiring.ts.
import { client } from "../../../../adapters/api/call.ts"
import { conversationsApi } from "../../../../adapters/api/conversations.ts"
import { linksDesk } from "../../../../adapters/browser/links-desk/links-desk.ts"
import { serveDesk } from "../../../../adapters/browser/links-desk/worker.ts"
import { newUuid } from "../../../../adapters/browser/uuid.ts"

/** Milliseconds for a batch of 5000 people, which a busy server takes its time for. */
const timeout = 120_000

serveDesk(linksDesk(conversationsApi(client(self.origin).extend({ timeout })), newUuid))
