// The Dutch catalog: complete.
import type { Catalog } from "./catalog.ts"
import { admin } from "./nl/admin.ts"
import { answers } from "./nl/answers.ts"
import { chat, chatFiles, deliveries, versions } from "./nl/chat.ts"
import { chats, removals } from "./nl/chats.ts"
import { community, person } from "./nl/community.ts"
import { conflict } from "./nl/conflict.ts"
import { editor } from "./nl/editor.ts"
import { editorTest } from "./nl/editor-test.ts"
import { failures } from "./nl/failures.ts"
import { conditions, findings, questions, style } from "./nl/findings.ts"
import { mail } from "./nl/mail.ts"
import { outbound } from "./nl/outbound.ts"
import { outboundFailures } from "./nl/outbound-failures.ts"
import { ownAccount } from "./nl/own-account.ts"
import { shell } from "./nl/shell.ts"
import { signIn } from "./nl/sign-in.ts"
import { stylePreview, styling } from "./nl/styling.ts"

export const nl: Catalog = {
  ...shell,
  ...signIn,
  ...ownAccount,
  ...admin,
  ...mail,
  ...chats,
  ...chat,
  ...chatFiles,
  ...deliveries,
  ...outboundFailures,
  ...versions,
  ...conflict,
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
  ...editorTest,
}
