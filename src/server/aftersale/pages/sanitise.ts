import sanitizeHtml from 'sanitize-html'

const allowedTags =
  'h2 h3 h4 p br hr b strong i em u s sub sup a ul ol li blockquote table thead tbody tr th td caption'.split(' ')

/** What staff may write: text, lists, tables, links. Nothing that runs, loads or restyles the portal. */
export function sanitise(html: string): string {
  return sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: { a: ['href'], th: ['colspan', 'rowspan', 'scope'], td: ['colspan', 'rowspan'] },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: { h1: 'h2' },
    nestingLimit: 20,
  }).trim()
}
