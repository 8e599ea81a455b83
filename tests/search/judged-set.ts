import type { Good } from '#server/doors/demo/catalogue/good.ts'
import { searchFromCharacters } from '#shared/constants.ts'
import { randomFor, type Random } from '#server/doors/demo/random.ts'
import { goodsTypes, type GoodsType } from './goods-types.ts'
import { brandSpellings, inOtherLayout, unitSpellings, withTypo } from './spellings.ts'

/** A query and the rule for relevant goods, based on their attributes, never on search results. */
export type JudgedQuery = { kind: string; query: string; isRelevant: (good: Good) => boolean }

type CreateQuery = (random: Random, goods: readonly Good[]) => Omit<JudgedQuery, 'kind'>

/**
 * Judged queries, drawn by seed from the goods of the demo catalogue. The relevant goods are known before the query is
 * written in a buyer's way: by an article, a product type, a brand, a parameter value.
 */
export function judgedSet(goods: readonly Good[], seed: number): JudgedQuery[] {
  return Object.entries(kinds).flatMap(([kind, { count, make }]) =>
    Array.from({ length: count }, (_, n) => ({ kind, ...make(randomFor(seed, `${kind} ${n}`), goods) })),
  )
}

/** Kinds of queries that contain a complete article, code or barcode: it must be the first row. */
export const exactKinds: readonly string[] = [
  'article',
  'article unpunctuated',
  'article of a variant',
  'barcode',
  'code',
]

const kinds: Record<string, { count: number; make: CreateQuery }> = {
  article: { count: 25, make: (random, goods) => byArticle(random.pick(goods).article) },
  'article unpunctuated': { count: 25, make: (random, goods) => unpunctuated(random.pick(goods).article) },
  'article of a variant': {
    count: 10,
    make: (random, goods) => {
      const { article } = random.pick(random.pick(goods.filter(({ variants }) => variants.length > 0)).variants)
      return { query: article, isRelevant: ({ variants }) => variants.some((variant) => variant.article === article) }
    },
  },
  'article by its middle': { count: 15, make: byMiddleOfArticle },
  barcode: {
    count: 10,
    make: (random, goods) => {
      const { barcode } = random.pick(goods.filter(({ variants }) => variants.length === 0))
      return { query: barcode, isRelevant: (good) => good.barcode === barcode }
    },
  },
  code: {
    count: 5,
    make: (random, goods) => {
      const { code } = random.pick(goods)
      return { query: code, isRelevant: (good) => good.code === code }
    },
  },
  type: { count: 20, make: (random) => typed(random.pick(goodsTypes)) },
  'brand and type': { count: 45, make: byBrandAndType },
  inflection: {
    count: 35,
    make: (random) => {
      const type = random.pick(goodsTypes)
      return { query: random.pick(type.inflected), isRelevant: type.is }
    },
  },
  typo: {
    count: 45,
    make: (random, goods) =>
      inOneWord(
        byBrandAndType(random, goods),
        random,
        ({ length }) => length >= 5,
        (word) => withTypo(word, random),
      ),
  },
  layout: {
    count: 30,
    make: (random, goods) => {
      const { query, isRelevant } = random.chance(0.5) ? typed(random.pick(goodsTypes)) : byBrandAndType(random, goods)
      return { query: query.split(' ').map(inOtherLayout).join(' '), isRelevant }
    },
  },
  'layout of one word': {
    count: 20,
    make: (random, goods) =>
      inOneWord(byBrandAndType(random, goods), random, ({ length }) => length >= 3, inOtherLayout),
  },
  transliteration: { count: 35, make: byTransliteratedBrand },
  unit: { count: 50, make: byTypeAndValue },
  'words in any order': {
    count: 20,
    make: (random, goods) => {
      const { query, isRelevant } = byBrandAndType(random, goods)
      return {
        query: query
          .split(' ')
          .toSorted(() => random.next() - 0.5)
          .join(' '),
        isRelevant,
      }
    },
  },
  // All of them are in the demo's synonyms: proves only that staff's entries are used.
  synonym: { count: 20, make: bySynonym },
  // In forms that staff did not enter.
  'synonym with a slip': {
    count: 15,
    make: (random, goods) =>
      inOneWord(
        bySynonym(random, goods),
        random,
        ({ length }) => length >= 5,
        (word) => withTypo(word, random),
      ),
  },
  'synonym in the other layout': {
    count: 10,
    make: (random, goods) => inOneWord(bySynonym(random, goods), random, ({ length }) => length >= 4, inOtherLayout),
  },
  'synonym inflected': { count: 15, make: byInflectedSynonym },
  'letter and number': { count: 10, make: byLetterAndAmperes },
  beginning: { count: 60, make: (random) => random.pick(beginnings) },
}

function byArticle(article: string) {
  const key = keyOf(article)
  return { query: article, isRelevant: (good: Good) => keyOf(good.article) === key }
}

function unpunctuated(article: string) {
  return { ...byArticle(article), query: keyOf(article) }
}

/** Four to six characters from inside an article; relevant are all goods with such an article. */
function byMiddleOfArticle(random: Random, goods: readonly Good[]) {
  const key = keyOf(random.pick(goods.filter(({ article }) => keyOf(article).length >= 8)).article)
  const size = random.integer(4, 6)
  const at = random.integer(1, key.length - size - 1)
  const part = key.slice(at, at + size)
  if (!/\d/.test(part)) return byArticle(key)
  return {
    query: part,
    isRelevant: ({ article, variants }: Good) =>
      [article, ...variants.map((variant) => variant.article)].some((each) => keyOf(each).includes(part)),
  }
}

function typed({ typed: query, is }: GoodsType) {
  return { query, isRelevant: is }
}

function byBrandAndType(random: Random, goods: readonly Good[]) {
  const type = random.pick(goodsTypes)
  const { brand } = random.pick(goods.filter(type.is))
  const words = [type.typed, brand.toLowerCase()]
  return {
    query: (random.chance(0.5) ? words : words.toReversed()).join(' '),
    isRelevant: (good: Good) => type.is(good) && good.brand === brand,
  }
}

function inOneWord(
  judged: Omit<JudgedQuery, 'kind'>,
  random: Random,
  fits: (word: string) => boolean,
  change: (word: string) => string,
) {
  const words = judged.query.split(' ')
  const indexes = words.flatMap((word, index) => (fits(word) ? [index] : []))
  const chosen = indexes.length === 0 ? -1 : random.pick(indexes)
  return { ...judged, query: words.map((word, index) => (index === chosen ? change(word) : word)).join(' ') }
}

function byTransliteratedBrand(random: Random, goods: readonly Good[]) {
  const [brand, spellings] = random.pick(Object.entries(brandSpellings))
  const spelled = random.pick(spellings)
  const types = goodsTypes.filter(({ is }) => goods.some((good) => is(good) && good.brand === brand))
  if (types.length === 0 || random.chance(0.4))
    return { query: spelled, isRelevant: (good: Good) => good.brand === brand }
  const type = random.pick(types)
  return { query: `${type.typed} ${spelled}`, isRelevant: (good: Good) => type.is(good) && good.brand === brand }
}

/** A type with a value of one of its parameters, with its unit in one of several spellings. */
function byTypeAndValue(random: Random, goods: readonly Good[]) {
  for (;;) {
    const type = random.pick(goodsTypes)
    const values = [...random.pick(goods.filter(type.is)).params].flatMap(([name, value]) => measure(name, value) ?? [])
    if (values.length === 0) continue
    const { name, value, number, unit } = random.pick(values)
    const written = random.chance(0.5) ? number.replace('.', ',') : number
    return {
      query: `${type.typed} ${written}${random.pick(unitSpellings[unit] ?? [''])}`,
      isRelevant: (good: Good) =>
        type.is(good) && Number.parseFloat(good.params.get(name) ?? '') === Number.parseFloat(value),
    }
  }
}

/** '18 В', or '650' of 'Мощность, Вт'; undefined if the value is not a number with a common unit. */
function measure(name: string, value: string) {
  const number = /^\d+(\.\d+)?(?=$| )/.exec(value)?.[0]
  const unit = value.split(' ')[1] ?? name.split(', ')[1]
  if (number === undefined || unit === undefined || !(unit in unitSpellings) || name.startsWith('Гарантия'))
    return undefined
  return { name, value, number, unit }
}

/** 'автомат с16': release curve and amperes as electricians write them, in either alphabet. */
function byLetterAndAmperes(random: Random, goods: readonly Good[]) {
  const is = ({ name }: Pick<Good, 'name'>) => /^(Автомат|Выключатель автоматический) /.test(name)
  const good = random.pick(
    goods.filter(({ name, params }) => is({ name }) && params.has('Характеристика срабатывания')),
  )
  const [letter = '', amperes = ''] = [
    good.params.get('Характеристика срабатывания'),
    good.params.get('Номинальный ток, А'),
  ]
  const written = random.pick([letter, letter.toLowerCase(), letter.replace('C', 'с').replace('B', 'в')])
  return {
    query: `автомат ${written}${amperes}`,
    isRelevant: (other: Good) =>
      is(other) &&
      other.params.get('Характеристика срабатывания') === letter &&
      other.params.get('Номинальный ток, А') === amperes,
  }
}

const slang: readonly [query: string, type: string][] = [
  ['болгарка', 'шлифмашина угловая'],
  ['ушм', 'шлифмашина угловая'],
  ['циркулярка', 'пила дисковая'],
  ['циркулярная пила', 'пила дисковая'],
  ['электролобзик', 'лобзик'],
  ['строительный фен', 'фен технический'],
  ['термофен', 'фен технический'],
  ['зарядка', 'зарядное устройство'],
  ['сварочник', 'сварочный аппарат'],
  ['инвертор', 'сварочный аппарат'],
  ['плоскогубцы', 'пассатижи'],
  ['кусачки', 'бокорезы'],
  ['штангель', 'штангенциркуль'],
  ['шуруп кровельный', 'саморез кровельный'],
  ['гофра', 'труба гофрированная'],
  ['лампочка светодиодная', 'лампа светодиодная'],
  ['переноска', 'удлинитель'],
  ['водосчётчик', 'счётчик воды'],
  ['монтажный пояс', 'привязь страховочная'],
  ['спецобувь', 'ботинки рабочие'],
]

function bySynonym(random: Random, goods: readonly Good[]) {
  const [query, typeName] = random.pick(slang)
  const type = typeNamed(typeName)
  if (random.chance(0.5)) return { query, isRelevant: type.is }
  const { brand } = random.pick(goods.filter(type.is))
  return { query: `${query} ${brand.toLowerCase()}`, isRelevant: (good: Good) => type.is(good) && good.brand === brand }
}

/**
 * A type, or a part of a compound one, partly typed; relevant are goods of each type that starts so, and goods with the
 * words in their names.
 */
export const beginnings: readonly Omit<JudgedQuery, 'kind'>[] = [
  ...new Set(goodsTypes.flatMap(({ typed }) => [typed, ...typed.split('-').slice(1)].flatMap(beginningsOf))),
].map((query) => {
  const types = goodsTypes.filter((type) => type.typed.startsWith(query))
  return { query, isRelevant: (good) => types.some(({ is }) => is(good)) || isNamed(good.name, query) }
})

function beginningsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - searchFromCharacters) }, (_, more) =>
    text.slice(0, searchFromCharacters + more),
  ).filter((beginning) => !beginning.endsWith(' '))
}

/** The name has every word of the query, in any order; the last one may be a prefix. */
function isNamed(name: string, query: string): boolean {
  const words = wordsOf(name)
  const [last = '', ...others] = wordsOf(query).toReversed()
  return words.some((word) => word.startsWith(last)) && others.every((word) => words.includes(word))
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('ё', 'е')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

const inflectedSlang: readonly [query: string, type: string][] = [
  ['болгарки', 'шлифмашина угловая'],
  ['болгаркой', 'шлифмашина угловая'],
  ['циркулярку', 'пила дисковая'],
  ['циркулярные пилы', 'пила дисковая'],
  ['электролобзики', 'лобзик'],
  ['фена строительного', 'фен технический'],
  ['термофены', 'фен технический'],
  ['сварочники', 'сварочный аппарат'],
  ['плоскогубцами', 'пассатижи'],
  ['кусачек', 'бокорезы'],
  ['шурупами кровельными', 'саморез кровельный'],
  ['светодиодные лампочки', 'лампа светодиодная'],
  ['переноски', 'удлинитель'],
  ['водосчётчики', 'счётчик воды'],
  ['монтажные пояса', 'привязь страховочная'],
]

function byInflectedSynonym(random: Random) {
  const [query, typeName] = random.pick(inflectedSlang)
  return { query, isRelevant: typeNamed(typeName).is }
}

function typeNamed(name: string): GoodsType {
  const type = goodsTypes.find(({ typed }) => typed === name)
  if (!type) throw new Error(`no type '${name}'`)
  return type
}

function keyOf(article: string): string {
  return article.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
