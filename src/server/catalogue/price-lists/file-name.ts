import type { Day } from '#shared/rules/dates.ts'
import { andMore } from '#shared/rules/list-text.ts'

/** Parts of a name in bytes. File systems allow 255 bytes; a Cyrillic letter takes two. */
const maxBytes = { categories: 110, contract: 60, attached: 200 } as const

/**
 * 'Прайс-лист_{categories|Все}_{contract}_{YYYY-MM-DD}.xlsx'. A long list of categories is shortened to the first names
 * and a count.
 */
export function priceListName({
  categories,
  contract,
  day,
}: {
  categories: readonly string[]
  contract: string
  day: Day
}): string {
  const chosen = categories.length === 0 ? 'Все' : shortenList(categories.map(sanitise))
  return `Прайс-лист_${chosen}_${truncate(sanitise(contract), maxBytes.contract)}_${day}.xlsx`
}

/** 'price_{contract}_{YYYY-MM-DD}.xml' [N.9]. */
export function feedName({ contract, day }: { contract: string; day: Day }): string {
  return `price_${truncate(sanitise(contract), maxBytes.contract)}_${day}.xml`
}

/** A safe name for an uploaded file; the extension is kept. */
export function attachedName(name: string): string {
  const extension = /\.[a-z]+$/i.exec(name)?.[0] ?? ''
  const base =
    name
      .slice(0, name.length - extension.length)
      .split(/[\\/]/)
      .at(-1) ?? ''
  return truncate(sanitise(base), maxBytes.attached) + extension.toLowerCase()
}

function shortenList(names: readonly string[]): string {
  let text = names[0] ?? ''
  let count = 1
  for (const name of names.slice(1)) {
    const longer = `${text}, ${name}`
    if (Buffer.byteLength(longer + moreSuffix(names.length - count - 1)) > maxBytes.categories) break
    text = longer
    count += 1
  }
  const suffix = moreSuffix(names.length - count)
  return truncate(text, maxBytes.categories - Buffer.byteLength(suffix)) + suffix
}

function moreSuffix(count: number): string {
  return count === 0 ? '' : ` ${andMore(count)}`
}

/** Replaces characters that Windows, macOS or HTTP headers do not allow in file names. */
function sanitise(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const plain = text.toWellFormed().replace(/[\\/:*?"<>|\u0000-\u001f\u007f\ufffd\u202a-\u202e\u2066-\u2069]+/g, '-')
  return plain.replace(/\s+/g, ' ').replace(/^[\s.]+|[\s.]+$/g, '') || '-'
}

function truncate(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text
  let truncated = ''
  for (const character of text) {
    if (Buffer.byteLength(truncated + character) > max - 3) break
    truncated += character
  }
  return `${truncated.trimEnd()}…`
}
