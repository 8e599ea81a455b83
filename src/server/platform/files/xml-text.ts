/** XML as text, because documents are streamed. */

export type Attributes = Record<string, string>

/** `<name>text</name>`; '' for empty text. */
export function field(name: string, text: string): string {
  return text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`
}

/** `<name>` around markup; '' for empty markup. */
export function element(name: string, inner: string, attributes: Attributes = {}): string {
  if (inner === '') return ''
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  return `<${name}${written.join('')}>${inner}</${name}>`
}

/** One line of text for a field of the schema: no control characters, at most `max` characters. */
export function truncateText(text: string, max: number): string {
  const plain = withoutForbidden(text).replace(/\s+/g, ' ').trim()
  return cut(plain, max)
}

/** The same for a comment, keeping line breaks. */
export function truncateLines(text: string, max: number): string {
  return cut(withoutForbidden(text).replace(/\r\n?/g, '\n').trim(), max)
}

export function escapeXml(text: string): string {
  return withoutForbidden(text).replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML 1.0 forbids these, even as character references. */
function withoutForbidden(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
}

function cut(text: string, max: number): string {
  const points = Array.from(text)
  return points.length <= max ? text : points.slice(0, max).join('').trimEnd()
}
