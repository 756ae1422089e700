/** @jsxImportSource preact */
// Icons of the chat page. They are decorative: a text or label always accompanies them.

const paths = {
  send: "M4 12 20 4l-5 16-4-6-7-2Zm7 2 4-5",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  camera: "M4 8h3l2-3h6l2 3h3v11H4zM12 10.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  library: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
  waiting: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16m0 4v4l3 2",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M20 20l-5-5",
} as const

export const ChatIcon = ({ name }: { readonly name: keyof typeof paths }) => (
  <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
)
