import { type Random, randomFor } from '../random.ts'
import type { Good } from './good.ts'
import { demoWarehouses } from './identifiers.ts'

/** Groups of related goods, by the last name of a group's path. */
const relatedGroups: Record<string, readonly string[]> = {
  'Дрели и шуруповёрты': ['Биты и наборы бит', 'Свёрла по металлу', 'Аккумуляторы и зарядные устройства'],
  Перфораторы: ['Буры SDS', 'Защита слуха', 'Защита глаз и лица'],
  Шлифмашины: ['Круги отрезные', 'Круги зачистные и лепестковые', 'Защита глаз и лица'],
  Пилы: ['Диски пильные', 'Защита слуха'],
  'Аппараты инверторные': ['Электроды', 'Краги и рукавицы', 'Защита глаз и лица'],
  Саморезы: ['Биты и наборы бит', 'Дюбели и анкеры'],
  'Кабель силовой': ['Труба гофрированная', 'Кабель-каналы', 'Клеммы и соединители'],
  'Автоматические выключатели': ['Щиты и корпуса', 'УЗО и дифавтоматы'],
  Розетки: ['Рамки', 'Выключатели'],
  'Трубы полипропиленовые': ['Фитинги полипропиленовые', 'Краны шаровые'],
  Радиаторы: ['Термоголовки и узлы', 'Краны шаровые'],
  'Для раковины': ['Раковины', 'Сифоны и трапы', 'Гибкая подводка и шланги'],
  'Перчатки с покрытием': ['Краги и рукавицы', 'Защита глаз и лица', 'Защита дыхания'],
  Костюмы: ['Ботинки', 'Перчатки с покрытием', 'Защита головы'],
}
const relatedCount = 4
const analogueCount = 5

/** Lines of the feed `binds`: related goods for some groups, and analogues of sold-out goods. */
export function bindLines(goods: readonly Good[], seed: number): string[] {
  const groups = Map.groupBy(goods, groupOf)
  return goods.flatMap((good) => {
    const related = relatedTo(good, groups, randomFor(seed, `related ${good.id}`))
    const analogues = isSoldOut(good) ? nearest(good, groups.get(groupOf(good)) ?? []) : []
    if (related.length + analogues.length === 0) return []
    return [
      JSON.stringify({
        product: good.id,
        ...(analogues.length > 0 ? { analogues } : {}),
        ...(related.length > 0 ? { related } : {}),
      }),
    ]
  })
}

/**
 * Lines of the feed `arrivals`: expected arrivals, mostly of sold-out goods, in the weeks after `today` (YYYY-MM-DD).
 */
export function arrivalLines(goods: readonly Good[], seed: number, today: string): string[] {
  return goods.flatMap((good) => {
    const random = randomFor(seed, `arrival ${good.id}`)
    if (!random.chance(isSoldOut(good) ? 0.7 : good.variants.length > 0 ? 0.4 : 0.12)) return []
    const lot = good.packCoefficient ?? (good.supply.wholesaleKopecks > 100_000 ? 2 : 10)
    const warehouse = random.pick(Object.values(demoWarehouses)).id
    const arrival = { warehouse, date: workday(today, random.integer(2, 25)), quantity: lot * random.integer(2, 20) }
    const coming = good.variants.length === 0 ? [good.id] : arrivingVariants(good, random)
    return coming.map((product) => JSON.stringify({ product, ...arrival }))
  })
}

function arrivingVariants({ id, variants }: Good, random: Random): string[] {
  const from = random.integer(0, variants.length - 1)
  return variants.slice(from, from + 2).map((variant) => `${id}#${variant.id}`)
}

function relatedTo(good: Good, groups: ReadonlyMap<string, readonly Good[]>, random: Random): string[] {
  const kinds = (relatedGroups[groupOf(good)] ?? [])
    .map((name) => groups.get(name) ?? [])
    .filter((kind) => kind.length > 0)
  const picked = Array.from(
    { length: kinds.length === 0 ? 0 : relatedCount },
    (_, at) => random.pick(kinds[at % kinds.length] ?? []).id,
  )
  return [...new Set(picked)]
}

function nearest(good: Good, group: readonly Good[]): string[] {
  const price = (each: Good) => each.supply.wholesaleKopecks
  return group
    .filter((each) => each !== good && !isSoldOut(each))
    .toSorted((one, other) => Math.abs(price(one) - price(good)) - Math.abs(price(other) - price(good)))
    .slice(0, analogueCount)
    .map(({ id }) => id)
}

function groupOf({ category }: Good): string {
  return category.split('/').at(-1) ?? ''
}

function isSoldOut({ supply, variants }: Good): boolean {
  return [supply, ...variants.map((variant) => variant.supply)].every(
    ({ moscowMilli, petersburgMilli, kazanMilli }) => moscowMilli + petersburgMilli + kazanMilli === 0,
  )
}

/** This many days later, or the next Monday if that is a weekend. */
function workday(today: string, ahead: number): string {
  const day = new Date(Date.parse(`${today}T00:00:00Z`) + ahead * 86_400_000)
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}
