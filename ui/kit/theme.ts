// The look of all pages in one place: type, space, colour and shape, light and dark. Screens use these tokens, never raw values.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core"

/** Neutral slate, lightest first: surfaces, lines and text of the light scheme. */
const slate: MantineColorsTuple = [
  "#f7f9fb",
  "#eff3f7",
  "#e2e8ef",
  "#cdd6e1",
  "#8894a7",
  "#5f6c82",
  "#4a566b",
  "#354054",
  "#1f2837",
  "#131a26",
]
/** The same hue for the dark scheme: text (0), quiet text (2), placeholder (3), lines (4), raised (6), page (7). */
const night: MantineColorsTuple = [
  "#e9eef5",
  "#cbd4e1",
  "#a8b3c5",
  "#919eb3",
  "#3b475b",
  "#293447",
  "#1c2534",
  "#121924",
  "#0d131c",
  "#080c12",
]
/** The accent: what can be done. */
const teal: MantineColorsTuple = [
  "#eef9f8",
  "#d7f0ee",
  "#ace0dc",
  "#7ccbc6",
  "#4cb3ae",
  "#2a9692",
  "#157874",
  "#0e6461",
  "#0d4f4d",
  "#0b3b3a",
]
/** The product's own green: logo and success only. */
const lime: MantineColorsTuple = [
  "#f4faec",
  "#e6f3d4",
  "#cfe7ae",
  "#b6da84",
  "#a0cf62",
  "#8bc34a",
  "#567d27",
  "#47681f",
  "#38521a",
  "#293c13",
]
const green: MantineColorsTuple = [
  "#eef9f0",
  "#daf2df",
  "#b6e4c0",
  "#88d099",
  "#61bd77",
  "#3ba257",
  "#247c3d",
  "#1d6732",
  "#185229",
  "#133d20",
]
const amber: MantineColorsTuple = [
  "#fdf8ec",
  "#faecc9",
  "#f4d991",
  "#ecc45c",
  "#dfab35",
  "#c28b18",
  "#8f640c",
  "#76520a",
  "#5c4008",
  "#432f06",
]
const red: MantineColorsTuple = [
  "#fef3f2",
  "#fce4e2",
  "#f8c9c6",
  "#f2a5a0",
  "#ef8a84",
  "#df5d56",
  "#c33a34",
  "#a82e29",
  "#882622",
  "#661e1b",
]

export const theme = createTheme({
  primaryColor: "teal",
  primaryShade: { light: 7, dark: 6 },
  black: "#131a26",
  colors: { gray: slate, dark: night, teal, lime, green, yellow: amber, red },
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "1rem", lg: "1.25rem", xl: "1.75rem" },
  lineHeights: { xs: "1.35", sm: "1.45", md: "1.5", lg: "1.35", xl: "1.25" },
  spacing: { "2xs": "0.25rem", xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem", "2xl": "3rem" },
  radius: { xs: "0.25rem", sm: "0.5rem", md: "0.5rem", lg: "0.75rem", xl: "1rem" },
  defaultRadius: "md",
  shadows: {
    xs: "none",
    sm: "var(--shadow-float)",
    md: "var(--shadow-float)",
    lg: "var(--shadow-float)",
    xl: "var(--shadow-float)",
  },
  headings: {
    fontWeight: "600",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "1.75rem", lineHeight: "1.25" },
      h2: { fontSize: "1.25rem", lineHeight: "1.35" },
      h3: { fontSize: "1rem", lineHeight: "1.5" },
      h4: { fontSize: "0.875rem", lineHeight: "1.45" },
      h5: { fontSize: "0.75rem", lineHeight: "1.35" },
      h6: { fontSize: "0.75rem", lineHeight: "1.35" },
    },
  },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Text: { defaultProps: { size: "sm" } },
    // Help below the field, and what is wrong in its place.
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] } },
    // What describes a field may be a list; a <p> could not hold it.
    InputDescription: { defaultProps: { component: "div" } },
    Anchor: { defaultProps: { size: "sm" } },
    Modal: { defaultProps: { radius: "lg", centered: true, padding: "lg", transitionProps: { duration: 140, exitDuration: 0 } } },
    Drawer: { defaultProps: { padding: "lg", transitionProps: { duration: 140, exitDuration: 0 } } },
    // What is chosen of several is square, what is chosen of one is round.
    Checkbox: { defaultProps: { radius: "xs" } },
    // A <header> would be a second banner of the page to screen readers.
    ModalHeader: { defaultProps: { component: "div" } },
    DrawerHeader: { defaultProps: { component: "div" } },
    Paper: { defaultProps: { radius: "lg" } },
    Menu: { defaultProps: { shadow: "md", withInitialFocusPlaceholder: false, transitionProps: { duration: 120 } } },
    Popover: { defaultProps: { shadow: "md", transitionProps: { duration: 120 } } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 }, multiline: true, maw: 360 } },
    Loader: { defaultProps: { type: "dots" } },
  },
})

/**
 * The tokens of our own that style sheets use, on top of Mantine's variables:
 * surfaces (page, raised, sunken), lines (quiet between things, strong around controls), ink, accent, the status colours, the one shadow.
 */
export const cssTokens: CSSVariablesResolver = () => ({
  variables: {
    "--header-height": "3.5rem",
    "--measure": "75rem",
    "--reading": "65ch",
    "--motion": "140ms",
  },
  light: {
    "--mantine-color-body": slate[0],
    "--mantine-color-text": "#131a26",
    "--mantine-color-error": red[7],
    "--mantine-color-placeholder": slate[5],
    "--mantine-color-default-border": slate[4],
    "--mantine-color-default-hover": slate[1],
    "--mantine-color-dimmed": slate[6],
    "--mantine-color-disabled": slate[1],
    "--mantine-color-disabled-color": slate[5],
    "--page": slate[0],
    "--raised": "#ffffff",
    "--sunken": slate[1],
    "--hover": slate[1],
    "--chosen": teal[0],
    "--line": slate[2],
    "--line-strong": slate[4],
    "--ink": "#131a26",
    "--ink-quiet": slate[6],
    "--accent": teal[7],
    "--accent-ink": "#ffffff",
    "--status-preparation": slate[6],
    "--status-live": green[7],
    "--status-closed": amber[7],
    "--status-deleted": red[7],
    "--shadow-float": "0 1px 2px rgb(19 26 38 / 0.06), 0 8px 24px rgb(19 26 38 / 0.12)",
  },
  dark: {
    "--mantine-color-body": night[7],
    "--mantine-color-text": night[0],
    "--mantine-color-error": red[4],
    "--mantine-color-placeholder": night[3],
    "--mantine-color-default": night[6],
    "--mantine-color-default-border": "#66738a",
    "--mantine-color-default-hover": night[5],
    "--mantine-color-dimmed": night[2],
    "--mantine-color-disabled": night[5],
    "--mantine-color-disabled-color": night[3],
    "--page": night[7],
    "--raised": night[6],
    "--sunken": night[8],
    "--hover": night[5],
    "--chosen": "#16302f",
    "--line": "#2b3648",
    "--line-strong": "#66738a",
    "--ink": night[0],
    "--ink-quiet": night[2],
    "--accent": teal[4],
    "--accent-ink": night[8],
    "--status-preparation": night[2],
    "--status-live": green[4],
    "--status-closed": amber[4],
    "--status-deleted": red[4],
    "--shadow-float": "0 1px 2px rgb(0 0 0 / 0.4), 0 8px 24px rgb(0 0 0 / 0.5)",
  },
})
