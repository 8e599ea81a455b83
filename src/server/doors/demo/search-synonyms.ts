import { catalogueChanges } from '#server/platform/db/schema/catalogue.ts'
import { searchSynonyms } from '#server/platform/db/schema/catalogue-search.ts'
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
