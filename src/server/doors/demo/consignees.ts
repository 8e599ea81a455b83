import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { addDays, type Day } from '#shared/rules/dates.ts'
import { consignees } from '#server/platform/db/schema/organisations.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { DemoBuyers } from './buyers.ts'

type Person = Omit<typeof consignees.$inferInsert, 'organisationId'>

/** Consignees of the demo buyers; one power of attorney expires soon, one has expired. */
export async function insertDemoConsignees(
  db: Db,
  { files, today }: { files: FileStore; today: Day },
  { vector, yug }: DemoBuyers,
): Promise<void> {
  const people: [organisationId: number, person: Person][] = [
    [
      vector.organisationId,
      {
        surname: 'Петров',
        name: 'Степан',
        patronymic: 'Андреевич',
        phone: '+7 (916) 204-71-33',
        attorneyNumber: '44',
        attorneyDate: addDays(today, -120),
        attorneyValidTo: addDays(today, 60),
      },
    ],
    [
      vector.organisationId,
      {
        surname: 'Жукова',
        name: 'Мария',
        patronymic: 'Игоревна',
        phone: '+7 (926) 118-50-02',
        attorneyNumber: '45',
        attorneyDate: addDays(today, -171),
        attorneyValidTo: addDays(today, 9),
      },
    ],
    [
      vector.organisationId,
      {
        surname: 'Кузьмин',
        name: 'Денис',
        patronymic: 'Олегович',
        phone: '+7 (495) 730-15-22',
        attorneyNumber: '38',
        attorneyDate: addDays(today, -190),
        attorneyValidTo: addDays(today, -7),
      },
    ],
    [
      yug.organisationId,
      {
        surname: 'Жуков',
        name: 'Дмитрий',
        patronymic: 'Олегович',
        phone: '+7 (863) 255-08-80',
        attorneyNumber: '12',
        attorneyDate: addDays(today, -30),
        attorneyValidTo: addDays(today, 60),
      },
    ],
  ]
  const scan = await drawScan()
  for (const [organisationId, person] of people)
    await db.insert(consignees).values({
      organisationId,
      ...person,
      fileKey: await storeScan(files, scan),
      fileName: `Доверенность ${person.attorneyNumber}.jpg`,
      fileType: 'jpg',
      fileBytes: scan.length,
    })
}

async function storeScan(files: FileStore, scan: Buffer): Promise<string> {
  const id = randomUUID()
  const key = `attorneys/${id.slice(0, 2)}/${id}.jpg`
  await files.put(key, scan)
  return key
}

/** A scan with strokes instead of text, a signature and a stamp: the machine may have no fonts. */
async function drawScan(): Promise<Buffer> {
  const [width, height] = [826, 1169]
  const lines = Array.from({ length: 22 }, (_, index) => {
    const length = index % 6 === 5 ? 330 : 620 - ((index * 37) % 60)
    return `<path d="M100 ${250 + index * 30}h${length}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <path fill="#fbfaf6" d="M0 0h${width}v${height}H0z"/>
    <g stroke="#5b5b60" stroke-width="9" opacity=".55"><path d="M300 150h230M330 185h170"/>${lines.join('')}</g>
    <g fill="none" stroke="#2b4a9b" stroke-width="4" stroke-linecap="round" opacity=".8">
      <path d="M430 1000c30-70 50-40 40 0s40-30 60-20 20 30 60-10 30 20 70 0"/>
      <circle cx="230" cy="985" r="82"/><circle cx="230" cy="985" r="60"/><path d="M190 985h80M200 1005h60"/></g></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}
