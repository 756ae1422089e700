// English texts: styling. What a check finds in a style, and what its author is warned about (spec/3-community §4).
export const style = {
  "finding.style.colour": "“{value}” is no colour (#rrggbbaa)",
  "finding.style.size": "“{value}” is no size that can stand here",
  "finding.style.toggle": "“{value}” switches nothing on or off here",
  "finding.style.text": "“{value}” cannot stand here",
  "finding.style.image": "“{value}” is no address of an image",
  "finding.style.font": "“{value}” is no font",
  "style.warning.header-and-sidemenu-off": "Header and side menu are both off.",
  "style.warning.sidemenu-without-header": "The side menu cannot be kept when the header is disabled.",
  "style.warning.header-without-sidemenu": "The header is on, but the side menu is off.",
  "style.warning.logo-in-expanded-header": "While the header is expanded its logo is not visible.",
  "style.warning.branding-hidden": "The branding is hidden.",
} as const
