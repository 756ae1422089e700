// English texts: the live preview of a style (spec/3-community §2).
export const stylePreview = {
  "preview.mobile": "Mobile preview",
  "preview.desktop": "Desktop preview",
  "preview.loading": "The preview is loading…",
  "preview.silent": "The preview does not answer.",
  "preview.silent.text": "The page in it may not be reachable, or was left for another one. Your changes are not affected.",
  "preview.mobile.again": "Load the mobile preview again",
  "preview.desktop.again": "Load the desktop preview again",
  "preview.story": "Demo story",
  "preview.story.told": "{told} of {all} messages",
  "preview.story.reset": "Reset",
  "preview.story.pause": "Pause",
  "preview.story.play": "Play",
  "preview.story.finish": "Finish",
} as const
