import { plural, type PluralForms } from './plural.ts'

/**
 * The first `max` items of a list and the number of the others: ['Дрель', 'Пила', 'и ещё 3'], with noun forms 'и ещё 3
 * строки'. A single remaining item is named, because 'и ещё 1' is no shorter.
 */
export function firstFew(items: readonly string[], max: number, forms?: PluralForms): string[] {
  const { named, left } = cut(items, max)
  return left === 0 ? named : [...named, andMore(left, forms)]
}

/** 'Дрель, Пила, Фен' or 'Дрель, Пила и ещё 3'. */
export function listNames(names: readonly string[], max: number): string {
  const { named, left } = cut(names, max)
  return left === 0 ? named.join(', ') : `${named.join(', ')} ${andMore(left)}`
}

/** Numbers of rows: '8', '5, 8 и 31' or '5, 8 и ещё 4'. */
export function listNumbers(numbers: readonly number[], max: number): string {
  const isCut = cut(numbers, max).left > 0
  if (isCut || numbers.length < 2) return listNames(numbers.map(String), max)
  return `${numbers.slice(0, -1).join(', ')} и ${numbers.at(-1)}`
}

/** Phrases that contain commas: 'Дрель: 5 → 3 шт; Пила: 2 → 1 шт; и ещё 3 строки'. */
export function listPhrases(phrases: readonly string[], max: number, forms?: PluralForms): string {
  return firstFew(phrases, max, forms).join('; ')
}

/** 'и ещё 3' or 'и ещё 3 строки'. */
export function andMore(count: number, forms?: PluralForms): string {
  return forms ? `и ещё ${count} ${plural(count, forms)}` : `и ещё ${count}`
}

function cut<Item>(items: readonly Item[], max: number): { named: Item[]; left: number } {
  const named = items.slice(0, items.length === max + 1 ? max + 1 : max)
  return { named, left: items.length - named.length }
}
