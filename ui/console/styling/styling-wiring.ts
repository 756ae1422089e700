// Where the styling configurator meets adapters. Loaded with its screen.
import { fromCallback } from "xstate"
import { communityBySlug } from "../../../adapters/api/communities-api.ts"
import { styleApi } from "../../../adapters/api/style-api.ts"
import { localDay, watchClock } from "../../../adapters/browser/browser-clock.ts"
import { askBeforeUnload, watchPage } from "../../../adapters/browser/browser-page.ts"
import { livingTab } from "../../../adapters/browser/draft-database.ts"
import { asBlob, asDataUri, digest, isFont, isShowable, unpack, uploadAsDataUri } from "../../../adapters/browser/file-contents.ts"
import { saveFile } from "../../../adapters/browser/file-download.ts"
import { keptStyles } from "../../../adapters/browser/local-drafts.ts"
import { talkToFrame } from "../../../adapters/browser/preview-channel.ts"
import { readDataUri } from "../../../domain/assets/asset-address.ts"
import { embeddedIn, isAssetProblem, withInlined } from "../../../domain/assets/asset-transfer.ts"
import { fileKindOf, mediaTypes } from "../../../domain/assets/upload-validation.ts"
import { Unreadable } from "../../../domain/failure.ts"
import { same } from "../../../domain/json/json-equality.ts"
import type { Style } from "../../../domain/style/community-style.ts"
import { previewTimes } from "../../../domain/style/preview-protocol.ts"
import { sideMenuOf } from "../../../domain/style/side-menu-links.ts"
import { uploadedFamily } from "../../../domain/style/style-fonts.ts"
import { styleAssets, type Upload, uploadsOf } from "../../../domain/style/style-uploads.ts"
import { asFailure, type PickedFile, type PickedImage } from "../../../machines/ports.ts"
import {
  type FramePost,
  type FrameSaid,
  previewFrameMachine,
  stylePreviewMachine,
} from "../../../machines/styling/style-preview-machine.ts"
import { stylingMachine } from "../../../machines/styling/styling-machine.ts"
import type {
  ExportedStyle,
  OpenedStyle,
  ReadFont,
  ReadImage,
  ReadStyling,
  SavedStyling,
  StylingEvent,
} from "../../../machines/styling/styling-setup.ts"
import type { Outside, StylingMachines } from "../console-services.tsx"
import { signedInAgain } from "../session-wiring.ts"
import { fetched, type KeepUploads, keepEmbedded, orUnreadable, uploader } from "../upload-wiring.ts"

// Where the live preview of a style meets the browser: the frames, and the clock.

export const wirePreview = (): typeof stylePreviewMachine =>
  stylePreviewMachine.provide({
    actors: {
      frame: previewFrameMachine.provide({
        actors: {
          talk: fromCallback<FramePost, { readonly frame: object | null }, FrameSaid>(({ input: { frame }, receive, sendBack }) => {
            const { post, end } = talkToFrame(frame, (answer) => sendBack({ type: "frame.said", answer }))
            receive(({ message }) => post(message))
            return end
          }),
        },
      }),
      clock: fromCallback(({ sendBack }) => watchClock(previewTimes.clock, (time) => sendBack({ type: "clock.told", time }))),
    },
  })

/** One for the page, which is one tab to the others however often a configurator is opened in it. */
const device = keptStyles("conversation-admin-styles", livingTab())

export const wireStyling = ({ api, fill, holdWork, session }: Outside): StylingMachines => {
  const calls = styleApi(api)
  const find = communityBySlug(api)
  const keepUploads = uploader(api)
  const keeperOf =
    (slug: string, signal: AbortSignal): KeepUploads =>
    (files) =>
      keepUploads(slug, files, signal)
  return {
    preview: wirePreview(),
    now: () => new Date().toISOString(),
    styling: stylingMachine.provide({
      actors: {
        read: fill(async ({ slug, user }, signal): Promise<ReadStyling> => {
          const [style, sideMenu, left] = await Promise.all([
            calls.read({ slug }, signal),
            calls.sideMenu({ slug }, signal),
            device.recall({ user, community: slug }),
          ])
          return { style, sideMenu, left }
        }),
        keepStyle: fill(device.keep),
        forgetStyle: fill(device.forget),
        page: fromCallback<StylingEvent>(({ sendBack }) => watchPage((event) => event.type === "page.hide" && sendBack(event))),
        save: fill(async ({ slug, style, base, before }, signal): Promise<SavedStyling> => {
          const addresses = await keptUploads(style, keeperOf(slug, signal))
          const whole = styleAssets.readdressed(style, addresses)
          const community = await find(slug, signal)
          const sideMenu = sideMenuOf(whole.web)
          return {
            style: await calls.save({ community, style: whole, base }, signal),
            sideMenu:
              before !== null && same(sideMenu, before)
                ? before
                : await calls.saveSideMenu({ community, sideMenu }, signal).catch(asFailure),
            addresses,
          }
        }),
        signIn: fill(({ user }, signal) => signedInAgain(session, user, signal)),
        openFile: fill(({ slug, file }, signal) => openFile(file, keeperOf(slug, signal))),
        exportFile: fill(exportFile),
        takeStyle: fill(async ({ slug }, signal): Promise<OpenedStyle> => {
          const style = await withInlined(await calls.read({ slug }, signal), styleAssets, (address) => uploadAsDataUri(address, signal))
          return isAssetProblem(style) ? style : { _tag: "Opened", style }
        }),
        readImage: fill(({ file }) => readImage(file)),
        readFont: fill(({ file }) => readFont(file)),
        warnBeforeUnload: fromCallback<StylingEvent>(askBeforeUnload),
        holdWork,
      },
    }),
  }
}

/** Uploads what a style may not hold itself: an image under its key, a font as `font` (spec/3-community §7). */
const keptUploads = async ({ web, stats }: Style, keep: KeepUploads): Promise<ReadonlyMap<string, string>> => {
  const kept = new Map<string, string>()
  for (const { name, kind, uri } of [...uploadsOf(web), ...uploadsOf(stats)]) {
    if (kept.has(uri)) continue
    const field = kind === "font" ? "font" : name
    const addresses = await keep({ [field]: blobOf(uri) })
    kept.set(uri, addresses[field] ?? uri)
  }
  return kept
}

/** "An unknown data URI encoding is an error" (spec/3-community §8). */
const blobOf = (uri: Upload["uri"]): Blob => {
  const asset = readDataUri(uri)
  if (typeof asset === "string") throw new Unreadable({ message: `a data URI of unknown ${asset}` })
  return asBlob(asset)
}

const styleFile = () => fetched(() => import("../../../domain/style/style-file.ts"))

const openFile = async (file: PickedFile | null, keep: KeepUploads): Promise<OpenedStyle> => {
  if (digest === null) return { _tag: "Insecure" }
  if (file === null) throw new Unreadable({ message: "no file" })
  const { openStyleFile } = await styleFile()
  const opened = await openStyleFile(await orUnreadable(file.text), digest)
  if (!opened.ok) return { _tag: "Refused", findings: opened.findings }
  const embedded = embeddedIn(opened.style, styleAssets)
  if (isAssetProblem(embedded)) return embedded
  const kept = await keepEmbedded(embedded, keep, ({ uri }) => keyOf(opened.style, uri))
  return { _tag: "Opened", style: styleAssets.readdressed(opened.style, kept) }
}

/** The key that holds a file: how large that may be hangs on it. */
const keyOf = ({ web, stats }: Style, uri: string): string =>
  [...Object.entries(web), ...Object.entries(stats)].find(([, value]) => value === uri)?.[0] ?? ""

const exportFile = async ({ slug, style }: { readonly slug: string; readonly style: Style }): Promise<ExportedStyle> => {
  if (digest === null) return "insecure"
  const { sealStyleFile, styleFileName } = await styleFile()
  const whole = await withInlined(style, styleAssets, uploadAsDataUri)
  if (isAssetProblem(whole)) return whole
  const text = await sealStyleFile(whole, digest)
  if (text === undefined) return "no-canonical-form"
  saveFile(styleFileName(localDay(new Date()), slug), text, "application/json")
  return "done"
}

/** The kind is told by the content: what only calls itself an image is none. */
const readImage = async (file: PickedImage | null): Promise<ReadImage> => {
  if (file === null) throw new Unreadable({ message: "no file" })
  const content = await orUnreadable(file.content)
  const kind = fileKindOf(new Uint8Array(content))
  if (kind?.kind !== "image") return "unreadable"
  const uri = asDataUri(content, mediaTypes[kind.ending])
  return (await isShowable(uri)) ? { uri } : "unshowable"
}

/** What a font calls itself is read only when one is uploaded. */
const fontName = () => fetched(() => import("../../../domain/assets/font-name.ts"))

const readFont = async (file: PickedImage | null): Promise<ReadFont> => {
  if (file === null) throw new Unreadable({ message: "no file" })
  const content = await orUnreadable(file.content)
  const bytes = new Uint8Array(content)
  const kind = fileKindOf(bytes)
  if (kind?.kind !== "font" || !(await isFont(content))) return null
  const { familyInFont } = await fontName()
  return { uri: asDataUri(content, mediaTypes[kind.ending]), family: uploadedFamily(await familyInFont(bytes, unpack), file.name) }
}
