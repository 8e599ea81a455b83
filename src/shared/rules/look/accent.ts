/** The colour of buttons and links, and the shades that follow from it so that all text on them is readable. */

export const defaultAccent = '#0a6a72'
/** Offered beside the field. */
export const presetAccents = [defaultAccent, '#1e5bb8', '#6b3fa0', '#9a3412', '#3f6212'] as const

/** WCAG AA for text. */
export const minContrast = 4.5
/** In the dark theme links are lighter than they need be: text on dark glows less when it is bright. */
const darkContrast = 6

export type AccentShades = {
  accent: string
  hover: string
  onAccent: string
  soft: string
  line: string
}

type Hsl = { hue: number; saturation: number; lightness: number }

/** Backgrounds on which links stand, and the quietest text that stands on the soft accent: of the web's tokens. */
export const grounds = {
  light: ['#ffffff', '#f4f6f7', '#eef1f3', '#f7f9fa', '#e5f3ea', '#fdf2d9', '#fcebe9', '#e7effb'],
  dark: ['#12171a', '#191f23', '#101416', '#20272c', '#17301f', '#33290f', '#3b1c1a', '#172a45'],
} as const
export const quietText = { light: '#5d6971', dark: '#8d99a1' } as const

export function isColour(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text)
}

/** Shades of a chosen colour in both themes. Its hue stays; what would be unreadable becomes darker or lighter. */
export function accentShades(colour: string): { light: AccentShades; dark: AccentShades } {
  const chosen = toHsl(colour)
  return { light: lightShades(chosen, colour.toLowerCase()), dark: darkShades(chosen) }
}

function lightShades(chosen: Hsl, colour: string): AccentShades {
  const isAccent = (shade: string) => grounds.light.every((ground) => contrast(shade, ground) >= minContrast)
  const accent = isAccent(colour) ? colour : darkened(chosen, isAccent)
  const base = toHsl(accent)
  const isSoft = (shade: string) =>
    contrast(accent, shade) >= minContrast && contrast(quietText.light, shade) >= minContrast
  return {
    accent,
    hover: toHex({ ...base, lightness: base.lightness * 0.8 }),
    onAccent: '#ffffff',
    soft: lightened({ ...base, lightness: 0.92 }, isSoft),
    line: toHex({ ...base, saturation: base.saturation * 0.5, lightness: Math.max(base.lightness, 0.75) }),
  }
}

function darkShades(chosen: Hsl): AccentShades {
  const isAccent = (shade: string) => grounds.dark.every((ground) => contrast(shade, ground) >= darkContrast)
  const accent = lightened(chosen, isAccent)
  const base = toHsl(accent)
  const saturation = Math.min(base.saturation, 0.45)
  const isSoft = (shade: string) =>
    contrast(accent, shade) >= minContrast && contrast(quietText.dark, shade) >= minContrast
  return {
    accent,
    hover: toHex({ ...base, lightness: base.lightness + (1 - base.lightness) * 0.3 }),
    onAccent: darkened({ ...base, saturation, lightness: 0.09 }, (shade) => contrast(accent, shade) >= minContrast),
    soft: darkened({ ...base, saturation, lightness: 0.15 }, isSoft),
    line: toHex({ ...base, saturation, lightness: 0.29 }),
  }
}

export type AccentReading = {
  /** Of white text on a button. */
  contrast: number
  /** The colour that is shown instead of a chosen one that is too light. */
  darkenedTo: string | null
}

export function readAccent(colour: string): AccentReading {
  const { accent, onAccent } = accentShades(colour).light
  return {
    contrast: contrast(accent, onAccent),
    darkenedTo: accent === colour.toLowerCase() ? null : accent,
  }
}

/** By WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) =>
    channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const step = 0.005

/** The lightest shade from here down that fits; black fits whatever a dark shade may. */
function darkened(from: Hsl, fits: (shade: string) => boolean): string {
  for (let { lightness } = from; lightness > 0; lightness -= step) {
    const shade = toHex({ ...from, lightness })
    if (fits(shade)) return shade
  }
  return '#000000'
}

/** The darkest shade from here up that fits; white fits whatever a light shade may. */
function lightened(from: Hsl, fits: (shade: string) => boolean): string {
  for (let { lightness } = from; lightness < 1; lightness += step) {
    const shade = toHex({ ...from, lightness })
    if (fits(shade)) return shade
  }
  return '#ffffff'
}

function channelsOf(colour: string): number[] {
  const pairs = colour.slice(1).match(/../g) ?? []
  return pairs.map((pair) => Number.parseInt(pair, 16) / 255)
}

function toHsl(colour: string): Hsl {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour)
  const max = Math.max(red, green, blue)
  const range = max - Math.min(red, green, blue)
  const lightness = max - range / 2
  if (range === 0) return { hue: 0, saturation: 0, lightness }
  const saturation = range / (1 - Math.abs(2 * lightness - 1))
  if (max === red) return { hue: ((green - blue) / range + 6) % 6, saturation, lightness }
  if (max === green) return { hue: (blue - red) / range + 2, saturation, lightness }
  return { hue: (red - green) / range + 4, saturation, lightness }
}

/** `hue` from 0 to 6. */
function toHex({ hue, saturation, lightness }: Hsl): string {
  const channel = (offset: number) => {
    const place = (offset + hue * 2) % 12
    const amount = saturation * Math.min(lightness, 1 - lightness)
    const value = lightness - amount * Math.max(-1, Math.min(place - 3, 9 - place, 1))
    return Math.round(Math.min(1, Math.max(0, value)) * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}
