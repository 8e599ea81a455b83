import { addDays, dayOf } from '#shared/rules/dates.ts'
import { catalogueChanges } from '#server/platform/db/schema/catalogue.ts'
import { emptySearches, searchDays, searchSynonyms } from '#server/platform/db/schema/catalogue-search.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Synonyms that the demo wholesaler's staff has entered: trade slang and catalogue terms. */
export const demoSynonyms: readonly (readonly string[])[] = [
  ['болгарка', 'УШМ', 'угловая шлифмашина'],
  ['шурик', 'шуруповёрт'],
  ['циркулярка', 'циркулярная пила', 'дисковая пила'],
  ['электролобзик', 'лобзик'],
  ['строительный фен', 'технический фен', 'термофен'],
  ['АКБ', 'аккумулятор'],
  ['зарядка', 'зарядное устройство'],
  ['инвертор', 'сварочник', 'сварочный аппарат'],
  ['плоскогубцы', 'пассатижи'],
  ['кусачки', 'бокорезы'],
  ['штангель', 'штангенциркуль'],
  ['шуруп', 'саморез'],
  ['гофра', 'гофрированная труба'],
  ['дифавтомат', 'АВДТ', 'дифференциальный автомат'],
  ['УЗО', 'дифференциальный выключатель', 'ВДТ'],
  ['лампочка', 'лампа'],
  ['переноска', 'удлинитель'],
  ['умывальник', 'раковина'],
  ['водосчётчик', 'счётчик воды'],
  ['монтажный пояс', 'страховочная привязь'],
  ['спецобувь', 'рабочие ботинки'],
]

/** Inserts them and requests a rebuild of the snapshot, which contains them. */
export async function insertDemoSynonyms(db: Db): Promise<void> {
  await db.insert(searchSynonyms).values(demoSynonyms.map((words) => ({ words: [...words] })))
  await db.insert(catalogueChanges).values({ kind: 'rebuild' })
}

/** What the demo wholesaler's buyers search for in vain, and how often in a week. */
const words: Record<string, number> = {
  'сгон 1/2': 31,
  'мойка высокого давления': 24,
  'краскопульт hvlp': 17,
  'дюбель бабочка': 11,
  'коронка sds plus 68': 9,
  'леса строительные': 6,
}

const days = 7
const searchesOfDay = 180

/** A week of searches up to yesterday, spread evenly. */
export async function insertDemoSearches(db: Db, now = new Date()): Promise<void> {
  const list = Array.from({ length: days }, (_, index) => addDays(dayOf(now), -1 - index))
  const counted = list.flatMap((day, index) =>
    Object.entries(words)
      .map(([query, times]) => ({ day, query, times: Math.floor((times + index) / days) }))
      .filter(({ times }) => times > 0),
  )
  await db.insert(emptySearches).values(counted)
  await db.insert(searchDays).values(
    list.map((day) => ({
      day,
      searches: searchesOfDay,
      empty: counted.filter((each) => each.day === day).reduce((sum, { times }) => sum + times, 0),
    })),
  )
}
