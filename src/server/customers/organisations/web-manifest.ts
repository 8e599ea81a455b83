/** Bar and splash of the installed portal: accent and page of `src/web/ui/theme/tokens.ts`, light. */
const themeColor = '#0a6a72'
const backgroundColor = '#f4f6f7'

/** The web's build draws them (`scripts/web-icons.ts`). */
const icons = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ...[192, 512].flatMap((side) => [
    { src: `/icon-${side}.png`, sizes: `${side}x${side}`, type: 'image/png', purpose: 'any' },
    { src: `/icon-maskable-${side}.png`, sizes: `${side}x${side}`, type: 'image/png', purpose: 'maskable' },
  ]),
]

/** The web app manifest (https://www.w3.org/TR/appmanifest/) of a portal called `name`. */
export function buildWebManifest(name: string) {
  return {
    id: '/',
    name,
    short_name: name,
    lang: 'ru',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: themeColor,
    background_color: backgroundColor,
    icons,
  }
}
