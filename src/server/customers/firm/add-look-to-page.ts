import { firmMeta, firmStyle } from '#shared/constants.ts'
import type { FirmLook } from '#shared/api/organisation/firm.ts'
import { escapeXml } from '#server/platform/files/xml-text.ts'

/** Name, logo and colours in the web's page, so that its first paint shows them. */
export function addLookToPage(html: string, look: FirmLook): string {
  const head =
    `<meta name="${firmMeta}" content="${escapeXml(JSON.stringify(look))}" />` +
    `<style id="${firmStyle}">${look.style}</style>`
  const named = html
    .replace(/<title>[^<:]*/, () => `<title>${escapeXml(look.name)}`)
    .replace('</head>', () => `  ${head}\n  </head>`)
  if (look.icon === '') return named
  return named.replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${escapeXml(look.icon)}" />`)
}
