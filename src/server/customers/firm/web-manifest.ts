import { accentShades } from '#shared/rules/look/accent.ts'

/** Splash of the installed portal: the page's colour of `src/web/ui/theme/tokens.ts`, light. */
const backgroundColor = '#f4f6f7'

/** The web's build draws them (`scripts/web-icons.ts`). */
const icons = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ...[192, 512].flatMap((side) => [
    { src: `/icon-${side}.png`, sizes: `${side}x${side}`, type: 'image/png', purpose: 'any' },
    { src: `/icon-maskable-${side}.png`, sizes: `${side}x${side}`, type: 'image/png', purpose: 'maskable' },
  ]),
]

/** What fits below an icon of a telephone. */
const shortNameLength = 12
const legalForm = /^(?:ООО|АО|ПАО|ЗАО|ОАО|ИП)\s+/i

/** Whole words that fit, without legal form and quotes; a longer first word is cut. */
function shortNameOf(name: string): string {
  if (name.length <= shortNameLength) return name
  const [first = '', ...others] = name
    .replace(legalForm, '')
    .replaceAll(/[«»"„“”]/g, '')
    .trim()
    .split(/\s+/)
  let short = Array.from(first).slice(0, shortNameLength).join('')
  for (const word of others) {
    if (short.length + 1 + word.length > shortNameLength) break
    short += ` ${word}`
  }
  return short
}

/** The web app manifest (https://www.w3.org/TR/appmanifest/) of a portal called `name`. */
export function buildWebManifest({ name, accent }: { name: string; accent: string }) {
  return {
    id: '/',
    name,
    short_name: shortNameOf(name),
    lang: 'ru',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: accentShades(accent).light.accent,
    background_color: backgroundColor,
    icons,
  }
}
