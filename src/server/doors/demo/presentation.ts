import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { storePicture } from '#server/catalogue/pictures/service.ts'
import { storeDocument } from '#server/catalogue/presentation/documents.ts'
import { saveGoodChanges, getStaffGood } from '#server/catalogue/presentation/good.ts'
import { saveGoodsMarks } from '#server/catalogue/presentation/goods.ts'
import { saveLabelChanges } from '#server/catalogue/presentation/labels.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Db } from '#server/platform/db/client.ts'
import { docx } from './catalogue/documents.ts'

type Deps = { db: Db; files: FileStore }

/** Labels with the number of goods that have them. */
const labels: [header: string, count: number][] = [
  ['Выбор мастера', 120],
  ['Сделано в России', 400],
  ['Товар недели', 12],
  ['Уценка', 25],
  ['Под заказ', 60],
]
/** Number of goods with full presentation by staff, and how many of them have each part. */
const presentedCount = 24
const withDocumentsCount = 12

/** Presentation by staff: labels, flags, own pictures, linked goods and documents. */
export async function insertDemoPresentation({ db, files }: Deps): Promise<void> {
  for (const [header, count] of labels) {
    const { id } = await saveLabelChanges({ db }, { header })
    await saveGoodsMarks({ db }, { productIds: await pickGoods(db, header, count), addedLabels: [id] })
  }
  await saveGoodsMarks({ db }, { productIds: await pickGoods(db, 'hits by hand', 20), flags: { hit: 'yes' } })
  const packing = await storePicture({ db, files }, await renderPng(packingShapes))
  const scan = await storeDocument({ db, files }, await renderPng(scanShapes))
  const conditions = await storeDocument(
    { db, files },
    await buffer(docx({ title: 'Условия гарантии', rows: warranty })),
  )
  for (const [index, id] of (await pickGoods(db, 'presented', presentedCount)).entries()) {
    const good = await getStaffGood({ db }, { id })
    const known = good.analogues.map((each) => each.id)
    const similar = (await listSimilar(db, id)).filter((other) => !known.includes(other))
    await saveGoodChanges(
      { db },
      {
        id,
        version: good.version,
        labelIds: good.tags,
        staffDescription: undefined,
        flags: index % 8 === 0 ? { novelty: 'no' } : {},
        pictures: [...good.pictures.map(({ picture }) => ({ id: picture })), { id: packing }],
        analogues: [...similar, ...known].map((other) => ({ id: other })),
        related: good.related.map((each) => ({ id: each.id })),
        documents:
          index < withDocumentsCount
            ? [
                { fileId: conditions.id, name: 'Условия гарантии' },
                { fileId: scan.id, name: 'Сертификат соответствия' },
              ]
            : [],
      },
    )
  }
}

/** The same goods for the same word: ordered by digest. */
async function pickGoods(db: Db, word: string, count: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from products where active and parent_id is null order by md5(code1c || ${word}) limit ${count}`)
  return rows.map(({ id }) => id)
}

/** Two goods of the same category. */
async function listSimilar(db: Db, productId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select p.id from products p join product_categories c on c.product_id = p.id
    where p.active and p.parent_id is null and p.id <> ${productId} and c.category_id in (select category_id
      from product_categories where product_id = ${productId})
    group by p.id order by md5(p.code1c || ${productId}::text) limit 2`)
  return rows.map(({ id }) => id)
}

const warranty: [string, string][] = [
  ['Срок', '12 месяцев со дня отгрузки, если изготовитель не назначил больше'],
  ['Обращение', 'Рекламация в личном кабинете с фотографиями товара и упаковки'],
  ['Решение', 'Замена или возврат в течение 10 рабочих дней'],
]

const packingShapes =
  '<path d="M110 150l190-70 190 70v220l-190 80-190-80z" fill="#ead7b7"/>' +
  '<path d="M110 150l190 75 190-75M300 225v225M205 115l190 75v60" fill="none"/>' +
  '<path d="M80 390l190 85m40 0l200-85M530 150v220" fill="none" stroke="#0b7285"/>'
const scanShapes =
  '<path d="M120 50h360v500H120z" fill="#fffdf6"/>' +
  '<path d="M160 110h280M160 150h280M160 180h240M160 210h260M160 240h200M160 300h280M160 330h230" fill="none"/>' +
  '<circle cx="380" cy="450" r="60" fill="none" stroke="#1c5fb0" stroke-width="6"/>' +
  '<path d="M180 470q30-50 55-10t50-20" fill="none" stroke="#1c5fb0"/>'

/** A line drawing on white, as PNG. */
function renderPng(shapes: string): Promise<Buffer> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><path fill="#fff" d="M0 0h600v600H0z"/>' +
    `<g stroke="#4a565e" stroke-width="5" stroke-linejoin="round" stroke-linecap="round">${shapes}</g></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
