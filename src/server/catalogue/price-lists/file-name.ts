import type { Day } from '#shared/rules/dates.ts'
import { andMore } from '#shared/rules/list-text.ts'

/** Names of files stay below the 255 bytes that file systems take, Cyrillic at two bytes each. */
const maxBytes = { categories: 110, contract: 60, attached: 200 } as const

/** 'Прайс-лист_{categories|Все}_{contract}_{YYYY-MM-DD}.xlsx'; of a long choice the first names and how many more. */
export function priceListName({
  categories,
  contract,
  day,
}: {
  categories: readonly string[]
  contract: string
  day: Day
}): string {
  const chosen = categories.length === 0 ? 'Все' : shortened(categories.map(safe))
  return `Прайс-лист_${chosen}_${fit(safe(contract), maxBytes.contract)}_${day}.xlsx`
}

/** 'price_{contract}_{YYYY-MM-DD}.xml' [N.9]. */
export function feedName({ contract, day }: { contract: string; day: Day }): string {
  return `price_${fit(safe(contract), maxBytes.contract)}_${day}.xml`
}

/** The name of a file that a person sends, fit to be saved under anywhere; its extension stays. */
export function attachedName(name: string): string {
  const extension = /\.[a-z]+$/i.exec(name)?.[0] ?? ''
  const base =
    name
      .slice(0, name.length - extension.length)
      .split(/[\\/]/)
      .at(-1) ?? ''
  return fit(safe(base), maxBytes.attached) + extension.toLowerCase()
}

function shortened(names: readonly string[]): string {
  let text = names[0] ?? ''
  let count = 1
  for (const name of names.slice(1)) {
    const longer = `${text}, ${name}`
    if (Buffer.byteLength(longer + restOf(names.length - count - 1)) > maxBytes.categories) break
    text = longer
    count += 1
  }
  const rest = restOf(names.length - count)
  return fit(text, maxBytes.categories - Buffer.byteLength(rest)) + rest
}

function restOf(count: number): string {
  return count === 0 ? '' : ` ${andMore(count)}`
}

/** Without what Windows, macOS or a header cannot take in a name. */
function safe(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const plain = text.toWellFormed().replace(/[\\/:*?"<>|\u0000-\u001f\u007f\ufffd\u202a-\u202e\u2066-\u2069]+/g, '-')
  return plain.replace(/\s+/g, ' ').replace(/^[\s.]+|[\s.]+$/g, '') || '-'
}

function fit(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text
  let fitting = ''
  for (const character of text) {
    if (Buffer.byteLength(fitting + character) > max - 3) break
    fitting += character
  }
  return `${fitting.trimEnd()}…`
}
