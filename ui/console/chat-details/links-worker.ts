// The worker's end: where the links desk meets the calls that it makes. Started by chat-details-wiring.ts.

import { conversationsApi } from "../../../adapters/api/conversations-api.ts"
import { createHttpClient } from "../../../adapters/api/http-client.ts"
import { createLinkGenerator } from "../../../adapters/browser/link-generation/link-generator.ts"
import { serveLinkGenerator } from "../../../adapters/browser/link-generation/link-generator-worker.ts"
import { newUuid } from "../../../adapters/browser/uuid.ts"

/** Milliseconds for a batch of 5000 people, which a busy server takes its time for. */
const timeout = 120_000

serveLinkGenerator(createLinkGenerator(conversationsApi(createHttpClient(self.origin).extend({ timeout })), newUuid))
