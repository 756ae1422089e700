// The Dutch catalogue: complete.
import type { Catalogue } from "./catalogue.ts"
import { account } from "./nl/account.ts"
import { admin } from "./nl/admin.ts"
import { answers } from "./nl/answers.ts"
import { chat } from "./nl/chat.ts"
import { chatFiles } from "./nl/chat-files.ts"
import { chats } from "./nl/chats.ts"
import { community } from "./nl/community.ts"
import { conditions } from "./nl/conditions.ts"
import { deliveries } from "./nl/deliveries.ts"
import { editor } from "./nl/editor.ts"
import { failures } from "./nl/failures.ts"
import { findings } from "./nl/findings.ts"
import { mail } from "./nl/mail.ts"
import { outbound } from "./nl/outbound.ts"
import { overtaken } from "./nl/overtaken.ts"
import { ownAccount } from "./nl/own-account.ts"
import { person } from "./nl/person.ts"
import { questions } from "./nl/questions.ts"
import { removals } from "./nl/removals.ts"
import { shell } from "./nl/shell.ts"
import { style } from "./nl/style.ts"
import { stylePreview } from "./nl/style-preview.ts"
import { styling } from "./nl/styling.ts"
import { talk } from "./nl/talk.ts"
import { unanswered } from "./nl/unanswered.ts"
import { versions } from "./nl/versions.ts"

export const nl: Catalogue = {
  ...shell,
  ...account,
  ...ownAccount,
  ...admin,
  ...mail,
  ...chats,
  ...chat,
  ...chatFiles,
  ...deliveries,
  ...unanswered,
  ...versions,
  ...overtaken,
  ...editor,
  ...outbound,
  ...removals,
  ...community,
  ...person,
  ...failures,
  ...findings,
  ...questions,
  ...style,
  ...styling,
  ...stylePreview,
  ...conditions,
  ...answers,
  ...talk,
}
