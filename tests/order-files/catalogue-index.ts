import type { CatalogueGood } from './types.ts'

/** Lookups by key (article, code, barcode) and by words of a name, as a clerk would do. */
export type CatalogueIndex = ReturnType<typeof indexCatalogue>

export function indexCatalogue(goods: readonly CatalogueGood[]) {
  const byId = new Map(goods.map((good) => [good.id, good]))
  const articles = new Map<string, Set<number>>()
  const codes = new Map<string, Set<number>>()
  const barcodes = new Map<string, Set<number>>()
  const names = new Map<string, Set<number>>()
  const sameWords = new Map<string, Set<number>>()
  const words = new Map<string, Set<number>>()
  for (const good of goods) {
    add(articles, keyOf(good.articul), good.id)
    add(codes, keyOf(good.code), good.id)
    for (const barcode of good.barcodes) add(barcodes, keyOf(barcode), good.id)
    add(names, wordsOf(good.name).join(' '), good.id)
    add(sameWords, inAnyOrder(good.name), good.id)
    for (const word of wordsOf(`${good.name} ${good.brand}`)) add(words, word, good.id)
  }
  const found = (map: Map<string, Set<number>>, key: string): ReadonlySet<number> => map.get(key) ?? new Set<number>()
  return {
    goods,
    byId,
    /** Goods with exactly this article; if none, those with another spelling of it. */
    byArticul(text: string): ReadonlySet<number> {
      const alike = found(articles, keyOf(text))
      const exact = new Set([...alike].filter((id) => byId.get(id)?.articul === text))
      return exact.size > 0 ? exact : alike
    },
    byCode: (text: string) => found(codes, keyOf(text)),
    byBarcode: (text: string) => found(barcodes, keyOf(text)),
    byName: (text: string) => found(names, wordsOf(text).join(' ')),
    /** Goods whose name is these words in any order, with the numbers in theirs. */
    byWords: (text: string) => found(sameWords, inAnyOrder(text)),
    /** Those whose article is one of the words. */
    spelledIn(text: string, ids: ReadonlySet<number>): number[] {
      const pieces = text.split(/[\s,;]+/)
      return [...ids].filter((id) => pieces.includes(byId.get(id)?.articul ?? ''))
    },
    /** Whether any other good has this as its article, code or barcode. */
    isAlsoOf: (text: string, id: number) =>
      [articles, codes, barcodes].some((map) => [...found(map, keyOf(text))].some((other) => other !== id)),
    isAnyKey: (text: string) => [articles, codes, barcodes].some((map) => found(map, keyOf(text)).size > 0),
    /** Goods whose name contains all these words as often as the text, in any order: 'НР-НР' does not match 'ВР-НР'. */
    withWords(text: string): ReadonlySet<number> {
      const counts = countsOf(wordsOf(text))
      const [first, ...rest] = [...counts.keys()].map((word) => found(words, word)).toSorted((a, b) => a.size - b.size)
      const containsEach = (id: number) => {
        const good = byId.get(id)
        const own = countsOf(wordsOf(`${good?.name} ${good?.brand}`))
        return [...counts].every(([word, count]) => (own.get(word) ?? 0) >= count)
      }
      return new Set([...(first ?? [])].filter((id) => rest.every((each) => each.has(id)) && containsEach(id)))
    },
  }
}

/** Key that is equal for spellings of one code: ignores look-alike letters, case, punctuation and leading zeros. */
export function keyOf(text: string): string {
  const plain = lookAlike(text.toLowerCase()).replaceAll(/[^\p{L}\p{N}]/gu, '')
  return plain.replace(/^0+(?=.)/, '')
}

function inAnyOrder(name: string): string {
  const all = wordsOf(name)
  const isNumber = (word: string) => /\d/.test(word)
  return [...all.filter((word) => !isNumber(word)).toSorted(), '|', ...all.filter(isNumber)].join(' ')
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('ё', 'е')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

const latin: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
}

function lookAlike(text: string): string {
  return text.replaceAll(/[а-я]/g, (letter) => latin[letter] ?? letter)
}

function add(map: Map<string, Set<number>>, key: string, id: number): void {
  if (key === '') return
  const ids = map.get(key)
  if (ids) ids.add(id)
  else map.set(key, new Set([id]))
}
