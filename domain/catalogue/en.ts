// The English catalogue: complete, and the fallback. Its keys are the keys there are.
import { account } from "./en/account.ts"
import { admin } from "./en/admin.ts"
import { answers } from "./en/answers.ts"
import { chat } from "./en/chat.ts"
import { chatFiles } from "./en/chat-files.ts"
import { chats } from "./en/chats.ts"
import { community } from "./en/community.ts"
import { conditions } from "./en/conditions.ts"
import { deliveries } from "./en/deliveries.ts"
import { editor } from "./en/editor.ts"
import { failures } from "./en/failures.ts"
import { findings } from "./en/findings.ts"
import { mail } from "./en/mail.ts"
import { outbound } from "./en/outbound.ts"
import { overtaken } from "./en/overtaken.ts"
import { ownAccount } from "./en/own-account.ts"
import { person } from "./en/person.ts"
import { questions } from "./en/questions.ts"
import { removals } from "./en/removals.ts"
import { shell } from "./en/shell.ts"
import { style } from "./en/style.ts"
import { stylePreview } from "./en/style-preview.ts"
import { styling } from "./en/styling.ts"
import { talk } from "./en/talk.ts"
import { unanswered } from "./en/unanswered.ts"
import { versions } from "./en/versions.ts"

export const en = {
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
} as const
