// Entry of the links worker: connects the link generator to the API. Started by chat-details-wiring.ts.

import { createConversationsApi } from "../../../adapters/api/conversations-api.ts"
import { createHttpClient } from "../../../adapters/api/http-client.ts"
import { createLinkGenerator } from "../../../adapters/browser/link-generation/link-generator.ts"
import { serveLinkGenerator } from "../../../adapters/browser/link-generation/link-generator-worker.ts"
import { newUuid } from "../../../adapters/browser/uuid.ts"

/** Timeout, in milliseconds: long enough for a batch of 5000 people on a busy server. */
const timeout = 120_000

serveLinkGenerator(createLinkGenerator(createConversationsApi(createHttpClient(self.origin).extend({ timeout })), newUuid))
