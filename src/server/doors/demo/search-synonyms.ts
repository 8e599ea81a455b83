import { catalogueChanges } from '#server/platform/db/schema/catalogue.ts'
import { searchSynonyms } from '#server/platform/db/schema/catalogue-search.ts'
import type { Db } from '#server/platform/db/client.ts'

/**
 * What the demo wholesaler's staff has entered as meaning the same: the slang of the trade beside the catalogue's
 * words.
 */
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

/** Enters them, and has the catalogue's snapshot built anew: it is what knows them. */
export async function insertDemoSynonyms(db: Db): Promise<void> {
  await db.insert(searchSynonyms).values(demoSynonyms.map((words) => ({ words: [...words] })))
  await db.insert(catalogueChanges).values({ kind: 'rebuild' })
}
