// What a drawing (SVG) may hold: shapes, texts, gradients, filters; nothing that runs, moves, links or loads (reliability "What broke the peers").

const names = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Elements, in the case in which SVG has them. */
export const elements = names(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image style
   linearGradient radialGradient stop pattern clipPath mask marker
   filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
   feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
   feSpecularLighting feSpotLight feTile feTurbulence`,
)

const attributes = names(
  `id class style lang role aria-label aria-labelledby aria-hidden transform opacity
   x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points width height viewBox preserveAspectRatio version pathLength rotate textLength
   lengthAdjust startOffset method spacing side
   fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
   stroke-dashoffset color color-interpolation color-interpolation-filters color-rendering display visibility overflow clip clip-path
   clip-rule mask filter paint-order vector-effect shape-rendering text-rendering image-rendering mix-blend-mode isolation
   font-family font-size font-size-adjust font-stretch font-style font-variant font-weight letter-spacing word-spacing text-anchor
   text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode direction unicode-bidi
   gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity patternUnits patternContentUnits patternTransform
   clipPathUnits maskUnits maskContentUnits mask-type marker-start marker-mid marker-end markerUnits markerWidth markerHeight orient refX
   refY filterUnits primitiveUnits in in2 result mode type values tableValues slope intercept amplitude exponent operator k1 k2 k3 k4
   kernelMatrix kernelUnitLength order divisor bias targetX targetY edgeMode preserveAlpha surfaceScale diffuseConstant specularConstant
   specularExponent lighting-color azimuth elevation z pointsAtX pointsAtY pointsAtZ limitingConeAngle scale xChannelSelector
   yChannelSelector stdDeviation flood-color flood-opacity radius baseFrequency numOctaves seed stitchTiles`,
)

/** An attribute's name and value as they are kept, or undefined. A reference leads to the same drawing, an image has its picture within. */
export const keptAttribute = (element: string, name: string, value: string): readonly [string, string] | undefined => {
  if (name === "href" || name === "xlink:href") {
    const isKept = element === "image" ? isPicture(value) : /^#[\w.:-]+$/.test(value)
    return isKept ? ["href", value] : undefined
  }
  return attributes.has(name) && isHarmless(value) ? [name, value] : undefined
}

/** Whether an address is a picture that it holds itself: base64, with white space wherever a drawing program broke its lines. */
const isPicture = (address: string): boolean => {
  const [kind = "", ...content] = address.split(",", 3)
  return (
    /^data:image\/(?:png|jpe?g|gif|webp);base64$/i.test(kind) &&
    content.length === 1 &&
    /^[a-z0-9+/]+={0,2}$/i.test((content[0] ?? "").replace(/\s/g, ""))
  )
}

/** Whether a value, or a style sheet, loads nothing and runs nothing: it has no address but those within the drawing, no rule with `@`, no escape. */
export const isHarmless = (text: string): boolean => {
  const own = text.replace(/url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi, "")
  return !/url\s*\(|src\s*\(|image-set|expression|script\s*:|behavior|binding|[@\\<]|\/\*/i.test(own)
}
