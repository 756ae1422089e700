// The default colours: lime green and blue, and what can be read on them (spec/3-community §3; decisions T3).

export const lime = "#8bc34aff"
export const blue = "#2196f3ff"
export const white = "#ffffffff"
export const ink = "#212121ff"
export const onLime = "#1b2410ff"
export const onBlue = "#0a1929ff"
export const faint = "#f1f1f1ff"
export const line = "#e0e0e0ff"
export const grey = "#9e9e9eff"
export const muted = "#616161ff"
