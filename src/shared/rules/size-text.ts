/**
 * A size of clothes or shoes, '42', 'XL', '104-110', 'р. 46', or a size and a height, '44-46, 170-176'; '' for other
 * texts.
 */
export function sizeIn(text: string): string {
  const whole = sizeKey(text)
  if (isSizeKey(whole)) return whole.replace(' ', '-').toUpperCase()
  const parts = text
    .split(/[,;/()]| рост /i)
    .map(sizeKey)
    .filter(Boolean)
  return parts.length === 2 && parts.every(isSizeKey)
    ? parts.map((part) => part.replace(' ', '-').toUpperCase()).join(', ')
    : ''
}

/** Whether a lower-case text without punctuation is only a size. */
export function isSizeKey(key: string): boolean {
  return /^(?:\d{2,3}(?: \d{2,3})?|\d{2} 5|(?:\d?x{0,4}[sml]|[smlх])(?: (?:\d?x{0,4}[sml]|х))?|one size)$/.test(key)
}

const maxSizeLength = 40

function sizeKey(text: string): string {
  if (text.length > maxSizeLength) return ''
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^a-zа-я0-9]+/g, ' ')
    .trim()
    .replace(/^(?:размеры?|р|разм|size|рост) | (?:размера?|разм|р)$/, '')
}
