// Connects the styling machines to the adapters. Loaded with the styling screen.

import { fromCallback } from "xstate"
import { createCommunityLookup } from "../../../adapters/api/communities-api.ts"
import { createStyleApi } from "../../../adapters/api/style-api.ts"
import { getLocalDay, watchClock } from "../../../adapters/browser/browser-clock.ts"
import { confirmBeforeUnload, watchPage } from "../../../adapters/browser/browser-page.ts"
import { registerTab } from "../../../adapters/browser/draft-database.ts"
import {
  assetToBlob,
  canLoadFont,
  canShowImage,
  decompress,
  fetchAsDataUri,
  sha256,
  toDataUri,
} from "../../../adapters/browser/file-contents.ts"
import { downloadText } from "../../../adapters/browser/file-download.ts"
import { createStyleDraftStore } from "../../../adapters/browser/local-drafts.ts"
import { parseDataUri } from "../../../domain/assets/asset-address.ts"
import { detectFileKind, mediaTypes } from "../../../domain/assets/upload-validation.ts"
import { Unreadable } from "../../../domain/failures/failure.ts"
import { extractEmbeddedAssets, inlineAssets, isAssetProblem } from "../../../domain/files/asset-transfer.ts"
import { deepEqual } from "../../../domain/json/json-value.ts"
import { previewTimes } from "../../../domain/preview/preview-protocol.ts"
import type { Style } from "../../../domain/style/community-style.ts"
import { buildSideMenu } from "../../../domain/style/side-menu-links.ts"
import { getUploadedFontFamily } from "../../../domain/style/style-fonts.ts"
import { listPendingUploads, styleAssets, type Upload } from "../../../domain/style/style-uploads.ts"
import { asFailure } from "../../../machines/adapter-failure.ts"
import { type PickedFile, type PickedImage } from "../../../machines/ports.ts"
import { stylePreviewMachine } from "../../../machines/styling/style-preview-machine.ts"
import { stylingMachine } from "../../../machines/styling/styling-machine.ts"
import type {
  FontReadResult,
  ImageReadResult,
  LoadedStyling,
  OpenedStyle,
  SavedStyling,
  StyleExportResult,
  StylingEvent,
} from "../../../machines/styling/styling-model.ts"
import type { StylingMachines, WiringContext } from "../console-services.tsx"
import { wirePreviewFrame } from "../preview/preview-frame-wiring.ts"
import { waitForSignIn } from "../resubmission-wiring.ts"
import { createCommunityUploader, loadModule, readPickedFile, type StoreUploads, storeEmbeddedFiles } from "../upload-wiring.ts"

/** Connects the preview to the browser: its frames and its clock. */
export const wireStylePreview = (): typeof stylePreviewMachine =>
  stylePreviewMachine.provide({
    actors: {
      frame: wirePreviewFrame(),
      clock: fromCallback(({ sendBack }) => watchClock(previewTimes.clockIntervalMs, (time) => sendBack({ type: "clock.ticked", time }))),
    },
  })

/** One store per page: a page counts as one tab, no matter how often the styling screen is opened in it. */
const draftStore = createStyleDraftStore("conversation-admin-styles", registerTab())

export const wireStyling = ({ api, fill, holdWork, session }: WiringContext): StylingMachines => {
  const styleCalls = createStyleApi(api)
  const findCommunity = createCommunityLookup(api)
  const storeUploads = createCommunityUploader(api)
  const createUploader =
    (slug: string, signal: AbortSignal): StoreUploads =>
    (files) =>
      storeUploads(slug, files, signal)
  return {
    preview: wireStylePreview(),
    now: () => new Date().toISOString(),
    styling: stylingMachine.provide({
      actors: {
        read: fill(async ({ slug, user }, signal): Promise<LoadedStyling> => {
          const [style, sideMenu, localDraft] = await Promise.all([
            styleCalls.read({ slug }, signal),
            styleCalls.sideMenu({ slug }, signal),
            draftStore.load({ user, community: slug }),
          ])
          return { style, sideMenu, localDraft }
        }),
        keepStyle: fill(draftStore.keep),
        forgetStyle: fill(draftStore.discard),
        page: fromCallback<StylingEvent>(({ sendBack }) => watchPage((event) => event.type === "page.hide" && sendBack(event))),
        save: fill(async ({ slug, style, base, before }, signal): Promise<SavedStyling> => {
          const addresses = await uploadFiles(style, createUploader(slug, signal))
          const storedStyle = styleAssets.replaceAddresses(style, addresses)
          const community = await findCommunity(slug, signal)
          const sideMenu = buildSideMenu(storedStyle.web)
          return {
            style: await styleCalls.save({ community, style: storedStyle, base }, signal),
            sideMenu:
              before !== null && deepEqual(sideMenu, before)
                ? before
                : await styleCalls.saveSideMenu({ community, sideMenu }, signal).catch(asFailure),
            addresses,
          }
        }),
        signIn: fill(({ user }, signal) => waitForSignIn(session, user, signal)),
        openFile: fill(({ slug, file }, signal) => openFile(file, createUploader(slug, signal))),
        exportFile: fill(exportFile),
        takeStyle: fill(async ({ slug }, signal): Promise<OpenedStyle> => {
          const style = await inlineAssets(await styleCalls.read({ slug }, signal), styleAssets, (address) =>
            fetchAsDataUri(address, signal),
          )
          return isAssetProblem(style) ? style : { _tag: "Opened", style }
        }),
        readImage: fill(({ file }) => readImage(file)),
        readFont: fill(({ file }) => readFont(file)),
        warnBeforeUnload: fromCallback<StylingEvent>(confirmBeforeUnload),
        holdWork,
      },
    }),
  }
}

/** [T10] Uploads files that a style may not embed: an image under its key, a font as `font`. */
const uploadFiles = async ({ web, stats }: Style, storeUploads: StoreUploads): Promise<ReadonlyMap<string, string>> => {
  const addressByUri = new Map<string, string>()
  for (const { name, kind, uri } of [...listPendingUploads(web), ...listPendingUploads(stats)]) {
    if (addressByUri.has(uri)) continue
    const field = kind === "font" ? "font" : name
    const addresses = await storeUploads({ [field]: toBlob(uri) })
    addressByUri.set(uri, addresses[field] ?? uri)
  }
  return addressByUri
}

/** Throws for a data URI with an unknown encoding. */
const toBlob = (uri: Upload["uri"]): Blob => {
  const asset = parseDataUri(uri)
  if (typeof asset === "string") throw new Unreadable({ message: `a data URI of unknown ${asset}` })
  return assetToBlob(asset)
}

const loadStyleFileModule = () => loadModule(() => import("../../../domain/files/style-file.ts"))

const openFile = async (file: PickedFile | null, storeUploads: StoreUploads): Promise<OpenedStyle> => {
  if (sha256 === null) return { _tag: "Insecure" }
  if (file === null) throw new Unreadable({ message: "no file" })
  const { openStyleFile } = await loadStyleFileModule()
  const opened = await openStyleFile(await readPickedFile(file.text), sha256)
  if (!opened.ok) return { _tag: "Invalid", findings: opened.findings }
  const embedded = extractEmbeddedAssets(opened.style, styleAssets)
  if (isAssetProblem(embedded)) return embedded
  const addresses = await storeEmbeddedFiles(embedded, storeUploads, ({ uri }) => findFileKey(opened.style, uri))
  return { _tag: "Opened", style: styleAssets.replaceAddresses(opened.style, addresses) }
}

/** Returns the key that holds a file; the size limit depends on it. */
const findFileKey = ({ web, stats }: Style, uri: string): string =>
  [...Object.entries(web), ...Object.entries(stats)].find(([, value]) => value === uri)?.[0] ?? ""

const exportFile = async ({ slug, style }: { readonly slug: string; readonly style: Style }): Promise<StyleExportResult> => {
  if (sha256 === null) return "insecure"
  const { sealStyleFile, styleFileName } = await loadStyleFileModule()
  const inlined = await inlineAssets(style, styleAssets, fetchAsDataUri)
  if (isAssetProblem(inlined)) return inlined
  const text = await sealStyleFile(inlined, sha256, window.location.origin)
  if (text === undefined) return "no-canonical-form"
  downloadText(styleFileName(getLocalDay(new Date()), slug), text, "application/json")
  return "done"
}

/** Checks the content, since the name or type of a file may be wrong. */
const readImage = async (file: PickedImage | null): Promise<ImageReadResult> => {
  if (file === null) throw new Unreadable({ message: "no file" })
  const content = await readPickedFile(file.content)
  const detected = detectFileKind(new Uint8Array(content))
  if (detected?.kind !== "image") return "unreadable"
  const uri = toDataUri(content, mediaTypes[detected.ending])
  return (await canShowImage(uri)) ? { uri } : "unshowable"
}

/** Loaded with the first upload of a font. */
const loadFontNameModule = () => loadModule(() => import("../../../domain/assets/font-name.ts"))

const readFont = async (file: PickedImage | null): Promise<FontReadResult> => {
  if (file === null) throw new Unreadable({ message: "no file" })
  const content = await readPickedFile(file.content)
  const bytes = new Uint8Array(content)
  const detected = detectFileKind(bytes)
  if (detected?.kind !== "font" || !(await canLoadFont(content))) return null
  const { parseFontFamily } = await loadFontNameModule()
  return {
    uri: toDataUri(content, mediaTypes[detected.ending]),
    family: getUploadedFontFamily(await parseFontFamily(bytes, decompress), file.name),
  }
}
