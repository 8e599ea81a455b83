import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documentsOf, writeDocuments } from './documents.ts'
import { electrical } from './electrical/department.ts'
import { expandTrades } from './expand.ts'
import { arrivalLines, bindLines } from './feeds.ts'
import type { Good } from './good.ts'
import { importXml } from './import-xml.ts'
import type { Trade } from './line.ts'
import { offersXml } from './offers-xml.ts'
import { drawPictures, picturePath } from './pictures.ts'
import { plumbing } from './plumbing/department.ts'
import { tools } from './tools/department.ts'
import { workwear } from './workwear/department.ts'

// Fixed, so that the same seed gives the same bytes.
const formedAt = '2026-11-20T06:00:00'

export interface DemoExport {
  /** Paths inside the folder: the two XML files, then pictures and documents. */
  files: string[]
  goods: number
  variants: number
  pictures: number
}

/**
 * Writes the demo range as a CommerceML 2.07 export of 1C: import0_1.xml, offers0_1.xml and import_files/….webp and
 * ….docx. The same seed gives the same bytes of XML.
 */
export async function writeDemoExport(
  folder: string,
  { seed, trades }: { seed: number; trades?: readonly Trade[] },
): Promise<DemoExport> {
  const goods = demoGoods(seed, trades)
  const pictures = [...new Set(goods.flatMap((good) => good.pictures))].toSorted()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'import0_1.xml'), importXml(goods, seed, formedAt))
  await writeFile(join(folder, 'offers0_1.xml'), offersXml(goods, formedAt))
  await drawPictures(folder, pictures)
  const documents = goods.flatMap(documentsOf)
  await writeDocuments(folder, documents)
  return {
    files: [
      'import0_1.xml',
      'offers0_1.xml',
      ...pictures.map(picturePath),
      ...new Set(documents.map(({ path }) => path)),
    ],
    goods: goods.length,
    variants: goods.reduce((sum, good) => sum + good.variants.length, 0),
    pictures: pictures.length,
  }
}

/** The demo range as data, without XML. */
export function demoGoods(seed: number, trades: readonly Trade[] = [tools, electrical, plumbing, workwear]): Good[] {
  return expandTrades(trades, seed)
}

/**
 * Writes data that CommerceML lacks as NDJSON feeds: related goods and analogues, and arrivals after `today`
 * (YYYY-MM-DD). Returns their paths by feed name.
 */
export async function writeDemoFeeds(
  folder: string,
  { seed, today }: { seed: number; today: string },
): Promise<{ name: string; path: string }[]> {
  const goods = demoGoods(seed)
  const feeds = { binds: bindLines(goods, seed), arrivals: arrivalLines(goods, seed, today) }
  const written = Object.entries(feeds).map(([name, lines]) => ({ name, lines, path: join(folder, `${name}.ndjson`) }))
  for (const { path, lines } of written) await writeFile(path, lines.join('\n'))
  return written.map(({ name, path }) => ({ name, path }))
}
