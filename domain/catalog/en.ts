// The English catalogue: complete, and the fallback. Its keys are the keys there are.

import { admin } from "./en/admin.ts"
import { answers } from "./en/answers.ts"
import { chat, chatFiles, deliveries, versions } from "./en/chat.ts"
import { chats, removals } from "./en/chats.ts"
import { community, person } from "./en/community.ts"
import { overtaken } from "./en/conflict.ts"
import { editor } from "./en/editor.ts"
import { talk } from "./en/editor-test.ts"
import { failures } from "./en/failures.ts"
import { conditions, findings, questions, style } from "./en/findings.ts"
import { mail } from "./en/mail.ts"
import { outbound } from "./en/outbound.ts"
import { unanswered } from "./en/outbound-failures.ts"
import { ownAccount } from "./en/own-account.ts"
import { shell } from "./en/shell.ts"
import { account } from "./en/sign-in.ts"
import { stylePreview, styling } from "./en/styling.ts"

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
