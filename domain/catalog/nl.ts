// The Dutch catalog: complete.
import type { Catalog } from "./catalog.ts"
import { admin } from "./nl/admin.ts"
import { answers } from "./nl/answers.ts"
import { chat, chatFiles, deliveries } from "./nl/chat.ts"
import { chats, removals } from "./nl/chats.ts"
import { community, person } from "./nl/community.ts"
import { conflict } from "./nl/conflict.ts"
import { editor } from "./nl/editor.ts"
import { editorInstructions } from "./nl/editor-instructions.ts"
import { editorOutline } from "./nl/editor-outline.ts"
import { editorTest } from "./nl/editor-test.ts"
import { failures } from "./nl/failures.ts"
import { conditions, findings, questions, style } from "./nl/findings.ts"
import { mail } from "./nl/mail.ts"
import { outbound } from "./nl/outbound.ts"
import { outboundFailures } from "./nl/outbound-failures.ts"
import { ownAccount } from "./nl/own-account.ts"
import { revisions } from "./nl/revisions.ts"
import { shell } from "./nl/shell.ts"
import { signIn } from "./nl/sign-in.ts"
import { stylePreview } from "./nl/style-preview.ts"
import { styling } from "./nl/styling.ts"

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
}
