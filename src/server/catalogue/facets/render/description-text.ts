import { compile } from 'html-to-text'

const markup = /<[a-z!/][^>]*>|&#?\w+;/i
const readHtml = compile({
  wordwrap: false,
  decodeEntities: true,
  limits: { maxInputLength: 1_000_000, maxDepth: 50 },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'ul', options: { itemPrefix: '• ' } },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
  ],
})

/** Converts a description from 1C, plain or HTML, to plain text with empty lines between paragraphs. */
export function textOfDescription(description: string, { maxLength = Infinity }: { maxLength?: number } = {}): string {
  const text = markup.test(description) ? readHtml(description) : description
  const normalised = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return normalised.length > maxLength ? `${normalised.slice(0, maxLength).toWellFormed()}…` : normalised
}
