// Rich-text editor with a toolbar, loaded with the first message. Tiptap injects no styles, because the CSP forbids them.

import { Modal, Toolbar } from "@mantine/core"
import { RichTextEditor as MantineEditor } from "@mantine/tiptap"
import "@mantine/tiptap/styles.layer.css"
import { IconArrowsDiagonal, IconCode } from "@tabler/icons-react"
import { Bold } from "@tiptap/extension-bold"
import { Document } from "@tiptap/extension-document"
import { HardBreak } from "@tiptap/extension-hard-break"
import { Italic } from "@tiptap/extension-italic"
import { Paragraph } from "@tiptap/extension-paragraph"
import { Strike } from "@tiptap/extension-strike"
import { Text } from "@tiptap/extension-text"
import { Underline } from "@tiptap/extension-underline"
import { UndoRedo } from "@tiptap/extensions"
import { type Editor, useEditor, useEditorState } from "@tiptap/react"
import { useState } from "react"
import type { Completions } from "../../../../domain/editing/completion.ts"
import { textFontSizes } from "../../../../domain/rich-text/allowed-markup.ts"
import { convertPastedHtml } from "../../../../domain/rich-text/pasted-html.ts"
import { getTextDirection } from "../../../../domain/text/language.ts"
import { stripControlCharacters } from "../../../../domain/text/text-input.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useSaveShortcut, useEditor as useScript } from "../editor-context.tsx"
import { CompletionList, type FindRecallCompletions, useCompletionList } from "../fields/CompletionList.tsx"
import { canRepresent } from "./editable-markup.ts"
import { FontSizeMark, fontSizeChoices, toStoredHtml } from "./font-size-mark.ts"
import { createLinkMark } from "./link-mark.ts"
import { compactListItems, listAndPictureNodes } from "./list-and-picture-nodes.ts"
import { MarkupField, type RichTextFieldProps } from "./MarkupField.tsx"
import classes from "./MessageField.module.css"

const baseExtensions = [
  Document,
  Paragraph,
  Text,
  Bold,
  Italic,
  Underline,
  Strike,
  HardBreak,
  FontSizeMark,
  ...listAndPictureNodes,
  UndoRedo,
]
/** Marks a control that the arrow keys reach: the toolbar is one Tab stop. */
const toolbarItem = { "data-toolbar-toggle": true } as const

/** The current view, and whether the author switched to it: then it takes the focus. */
type View = { readonly mode: "small" | "large" | "source"; readonly isSwitched: boolean }

export const RichTextEditor = (props: RichTextFieldProps) => {
  const t = useTranslate()
  const [{ mode, isSwitched }, setView] = useState<View>({ mode: "small", isSwitched: false })
  const switchTo = (newMode: View["mode"]) => setView({ mode: newMode, isSwitched: true })
  const isSourceOnly = !canRepresent(props.content)
  const takesFocus = isSwitched || (props.takesFocus ?? false)
  if (mode === "source" || isSourceOnly)
    return (
      <MarkupField
        {...props}
        takesFocus={takesFocus}
        reason={isSourceOnly ? t("editor.message.source-only") : null}
        onClose={isSourceOnly ? null : () => switchTo("small")}
      />
    )
  if (mode === "large") return <EnlargedEditor {...props} takesFocus onClose={() => switchTo("small")} />
  return (
    <ToolbarEditor
      {...props}
      takesFocus={takesFocus}
      isLarge={false}
      onSource={() => switchTo("source")}
      onEnlarge={() => switchTo("large")}
    />
  )
}

const EnlargedEditor = ({ onClose, ...props }: RichTextFieldProps & { readonly onClose: () => void }) => {
  const t = useTranslate()
  useSaveShortcut(onClose)
  return (
    <Modal
      opened
      onClose={onClose}
      returnFocus={false}
      size="60rem"
      title={t("editor.message")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <ToolbarEditor {...props} isLarge onSource={null} onEnlarge={null} />
    </Modal>
  )
}

type ToolbarEditorProps = RichTextFieldProps & {
  /** 400 px high, with font sizes. */
  readonly isLarge: boolean
  readonly onSource: (() => void) | null
  readonly onEnlarge: (() => void) | null
}

const ToolbarEditor = ({
  labelledBy,
  content,
  language,
  locked,
  isLarge,
  findCompletions,
  onChange,
  onSource,
  onEnlarge,
  takesFocus = false,
}: ToolbarEditorProps) => {
  const t = useTranslate()
  const { options, activeIndex, showCompletions, accept, closeList, handleKey, ariaProps } = useCompletionList({
    complete: () => showCompletions(findRecalls(editor, findCompletions)),
    insert: ({ text }, { from, to }) => {
      editor.view.dispatch(editor.state.tr.insertText(text, from, to))
    },
  })
  const scriptEditor = useScript()
  const [isLinkRefused, setLinkRefused] = useState(false)
  // Later than the update of the selection that the refused command causes.
  const showLinkRefused = () => queueMicrotask(() => setLinkRefused(true))
  const hideLinkRefused = () => setLinkRefused(false)
  const [extensions] = useState(() => [...baseExtensions, createLinkMark(showLinkRefused)])
  /** When the text has no undo step left, the script's undo history takes over. */
  const handleUndoKey = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean => {
    const direction = key.toLowerCase() === "y" || shiftKey ? "redo" : "undo"
    if (!(ctrlKey || metaKey) || !/^[yz]$/i.test(key) || editor.can()[direction]()) return false
    scriptEditor.send({ type: `edit.${direction}` })
    return true
  }
  const editor = useEditor({
    extensions,
    content,
    editable: !locked,
    injectCSS: false,
    autofocus: takesFocus ? "end" : false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        ...(isLarge ? { "aria-label": t("editor.message") } : { "aria-labelledby": labelledBy }),
        role: "textbox",
        "aria-multiline": "true",
        lang: language,
        dir: getTextDirection(language),
        class: `${classes["text"]} ${isLarge ? classes["large"] : ""}`,
        // The dialog focuses this element, whether it does so before or after Tiptap.
        ...(isLarge && { "data-autofocus": "true" }),
        ...omitUndefined(ariaProps),
        // Escape leaves the list, not the dialog around it.
        ...(options.length > 0 && { "data-mantine-stop-propagation": "true" }),
      },
      // Text copied from this editor, which ProseMirror marks with this attribute, is pasted unchanged.
      transformPastedHTML: (html) => (html.includes("data-pm-slice") ? html : convertPastedHtml(html)),
      transformPastedText: stripControlCharacters,
      handleKeyDown: (_, event) => !locked && (handleKey(event) || handleUndoKey(event)),
    },
    // Moving the caret closes the completion list; typing looks up the completions again.
    onSelectionUpdate: () => {
      closeList()
      hideLinkRefused()
    },
    onBlur: () => {
      closeList()
      hideLinkRefused()
    },
    onUpdate: ({ editor: it }) => {
      hideLinkRefused()
      onChange(it.isEmpty ? "" : compactListItems(toStoredHtml(it.getHTML())))
      showCompletions(findRecalls(it, findCompletions))
    },
  })
  return (
    <div className={classes["offering"]}>
      <MantineEditor
        editor={editor}
        variant="subtle"
        withTypographyStyles={false}
        withCodeHighlightStyles={false}
        className={classes["bubble"]}
        labels={{
          boldControlLabel: t("editor.message.bold"),
          italicControlLabel: t("editor.message.italic"),
          underlineControlLabel: t("editor.message.underline"),
          strikeControlLabel: t("editor.message.strike"),
          bulletListControlLabel: t("editor.message.bullets"),
          orderedListControlLabel: t("editor.message.numbers"),
          linkControlLabel: t("editor.message.link"),
          unlinkControlLabel: t("editor.message.unlink"),
          linkEditorInputLabel: t("editor.message.link.address"),
          linkEditorInputPlaceholder: t("editor.message.link.placeholder"),
          linkEditorSave: t("editor.message.link.save"),
        }}
      >
        {!locked && (
          <Toolbar unstyled className={classes["toolbar"] ?? ""} aria-label={t("editor.message.toolbar")}>
            <MantineEditor.ControlsGroup>
              <MantineEditor.Bold {...toolbarItem} />
              <MantineEditor.Italic {...toolbarItem} />
              <MantineEditor.Underline {...toolbarItem} />
              <MantineEditor.Strikethrough {...toolbarItem} />
            </MantineEditor.ControlsGroup>
            <MantineEditor.ControlsGroup>
              <MantineEditor.BulletList {...toolbarItem} />
              <MantineEditor.OrderedList {...toolbarItem} />
            </MantineEditor.ControlsGroup>
            <MantineEditor.ControlsGroup>
              {/* Links always open in a new tab, so that the chat is not lost. */}
              <MantineEditor.Link
                {...toolbarItem}
                classNames={{ linkEditorExternalControl: classes["target"] }}
                popoverProps={{ offset: 8, position: "bottom-start" }}
              />
              <MantineEditor.Unlink {...toolbarItem} />
            </MantineEditor.ControlsGroup>
            {isLarge && <FontSizeSelect editor={editor} />}
            <MantineEditor.ControlsGroup className={classes["views"]}>
              {onEnlarge !== null && (
                <MantineEditor.Control
                  {...toolbarItem}
                  aria-label={t("editor.message.large")}
                  title={t("editor.message.large")}
                  onClick={onEnlarge}
                >
                  <IconArrowsDiagonal size={16} aria-hidden="true" />
                </MantineEditor.Control>
              )}
              {onSource !== null && (
                <MantineEditor.Control
                  {...toolbarItem}
                  aria-label={t("editor.message.source")}
                  title={t("editor.message.source")}
                  onClick={onSource}
                >
                  <IconCode size={16} aria-hidden="true" />
                </MantineEditor.Control>
              )}
            </MantineEditor.ControlsGroup>
          </Toolbar>
        )}
        <MantineEditor.Content className={classes["content"]} />
      </MantineEditor>
      {isLinkRefused && (
        <p className={classes["refused"]} role="alert">
          {t("editor.message.link.refused")}
        </p>
      )}
      {options.length > 0 && <CompletionList options={options} activeIndex={activeIndex} onAccept={accept} />}
    </div>
  )
}

/** Removes undefined attributes. */
const omitUndefined = (attributes: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** The recalls that can be inserted at the caret, and the document range that they replace. */
const findRecalls = ({ state: { selection } }: Editor, findCompletions: FindRecallCompletions): Completions => {
  const { $from, empty } = selection
  // A line break is one position in the document, so it must be one character here.
  const text = $from.parent.textBetween(0, $from.parent.content.size, undefined, "\n")
  const { from, to, options } = findCompletions(text, $from.parentOffset)
  return { from: $from.start() + from, to: $from.start() + to, options: empty ? options : [] }
}

const FontSizeSelect = ({ editor }: { readonly editor: Editor }) => {
  const t = useTranslate()
  const size = useEditorState({
    editor,
    selector: ({ editor: it }) => Number(it.getAttributes("fontSize")["size"] ?? textFontSizes.default),
  })
  return (
    <select
      {...toolbarItem}
      className={classes["size"]}
      aria-label={t("editor.message.size")}
      value={size}
      onChange={(event) => {
        const next = Number(event.currentTarget.value)
        const chain = editor.chain().focus()
        if (next === textFontSizes.default) chain.unsetMark("fontSize").run()
        else chain.setMark("fontSize", { size: next }).run()
      }}
    >
      {fontSizeChoices.map((pixels) => (
        <option key={pixels} value={pixels}>
          {pixels} px
        </option>
      ))}
    </select>
  )
}
