// The English catalog: complete, and the fallback. Its keys define the message keys.

import { admin } from "./en/admin.ts"
import { answers } from "./en/answers.ts"
import { chat, chatFiles, deliveries } from "./en/chat.ts"
import { chats, removals } from "./en/chats.ts"
import { community, person } from "./en/community.ts"
import { conflict } from "./en/conflict.ts"
import { editor } from "./en/editor.ts"
import { editorInstructions } from "./en/editor-instructions.ts"
import { editorOutline } from "./en/editor-outline.ts"
import { editorTest } from "./en/editor-test.ts"
import { failures } from "./en/failures.ts"
import { conditions, findings, questions, style } from "./en/findings.ts"
import { mail } from "./en/mail.ts"
import { outbound } from "./en/outbound.ts"
import { outboundFailures } from "./en/outbound-failures.ts"
import { ownAccount } from "./en/own-account.ts"
import { revisions } from "./en/revisions.ts"
import { shell } from "./en/shell.ts"
import { signIn } from "./en/sign-in.ts"
import { stylePreview } from "./en/style-preview.ts"
import { styling } from "./en/styling.ts"

export const en = {
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
  ...revisions,
  ...conflict,
  ...editor,
  ...editorInstructions,
  ...editorOutline,
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
} as const
