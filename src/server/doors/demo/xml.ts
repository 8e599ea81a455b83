/** One element with text, or an empty one, in the format of 1C. */
export function element(name: string, text: string | number, attributes = ''): string {
  const start = attributes === '' ? name : `${name} ${attributes}`
  return text === '' ? `<${start}/>` : `<${start}>${escapeXml(String(text))}</${name}>`
}

/** An element with these lines, each indented by one tab. */
export function block(name: string, lines: readonly string[], attributes = ''): string[] {
  const start = attributes === '' ? name : `${name} ${attributes}`
  if (lines.length === 0) return [`<${start}/>`]
  return [`<${start}>`, ...lines.map((line) => `\t${line}`), `</${name}>`]
}

export function attribute(name: string, value: string | number): string {
  return `${name}="${escapeXml(String(value)).replaceAll('"', '&quot;')}"`
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
