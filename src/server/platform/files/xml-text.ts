/** XML as text, because documents are streamed. */

export type Attributes = Record<string, string>

/** `<name>text</name>`; '' for empty text. */
export function field(name: string, text: string): string {
  return text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`
}

/** `<name>` around markup; '' for empty markup. */
export function element(name: string, inner: string, attributes: Attributes = {}): string {
  if (inner === '') return ''
  const attributeTexts = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  return `<${name}${attributeTexts.join('')}>${inner}</${name}>`
}

/** One line of text for a field of the schema: no control characters, at most `max` characters. */
export function truncateText(text: string, max: number): string {
  const plain = removeForbidden(text).replace(/\s+/g, ' ').trim()
  return truncate(plain, max)
}

/** The same for a comment, keeping line breaks. */
export function truncateLines(text: string, max: number): string {
  return truncate(removeForbidden(text).replace(/\r\n?/g, '\n').trim(), max)
}

export function escapeXml(text: string): string {
  return removeForbidden(text).replace(/[&<>"]/g, (character) => escapes[character] ?? character)
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML 1.0 forbids these, even as character references. */
function removeForbidden(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
}

function truncate(text: string, max: number): string {
  const characters = Array.from(text)
  return characters.length <= max ? text : characters.slice(0, max).join('').trimEnd()
}
