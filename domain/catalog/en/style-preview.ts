// English texts: the live preview of a style.

export const stylePreview = {
  "preview.mobile": "Mobile preview",
  "preview.desktop": "Desktop preview",
  "preview.loading": "The preview is loading…",
  "preview.silent": "The preview doesn't respond.",
  "preview.silent.text": "Its page may be unreachable, or may have been replaced by another page. Your changes are not affected.",
  "preview.mobile.again": "Load the mobile preview again",
  "preview.desktop.again": "Load the desktop preview again",
  "preview.story": "Demo story",
  "preview.story.told": "{told} of {all} messages",
  "preview.story.reset": "Reset",
  "preview.story.pause": "Pause",
  "preview.story.play": "Play",
  "preview.story.finish": "Finish",
} as const
