// The two buttons of a question for files (spec/2-editor §3).

/** Of each button: the option that turns it off, and that which words it. */
export const buttons = {
  camera: { isOn: "fileCameraCapability", text: "fileUploadCameraText" },
  library: { isOn: "fileLibraryCapability", text: "fileUploadLibraryText" },
} as const
