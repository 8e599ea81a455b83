import type { Database } from '#server/platform/db/client.ts'
import { generateOrderFile } from '#tests/order-files/generate.ts'
import { measureTallies, measureUploads } from '#tests/order-files/measure.ts'
import { randomBook } from '#tests/order-files/random-book.ts'
import { readFolder } from '#tests/order-files/read-folder.ts'
import { report } from '#tests/order-files/report.ts'
import { createCollidingShop, openDemoShop, type MeasuredShop } from '#tests/order-files/shops.ts'
import type { OrderFile } from '#tests/order-files/types.ts'
import type { Outcome } from './run.ts'
import { startSoakServer } from './server.ts'

const rows = 20_000
const books = 200
const shownMistakes = Number(process.env.MISTAKES ?? 10)

/**
 * Order files of every kind with known meaning, half of the rows for the demo data, half for a shop whose codes
 * collide: no wrong good may be recognised with certainty, and no row may be lost. ROWS=2000 sets how many rows,
 * SEED the first seed; ORDER_FILES=folder measures the files of a folder instead (FILE with FILE.json beside it).
 */
export async function soak(scale: number): Promise<Outcome> {
  const count = Number(process.env.ROWS ?? Math.round(rows * scale))
  const folder = process.env.ORDER_FILES
  const figures: Outcome['figures'] = {}
  const failedChecks: string[] = []
  for (const [name, demo, open] of [
    ['demo', true, openDemoShop],
    ['colliding', false, createCollidingShop],
  ] as const) {
    await inShop({ demo, open }, async (shop) => {
      const files = folder === undefined ? filesWithRows(shop, count / 2) : await readFolder(folder, shop)
      const measured = report(name, await measureUploads(shop, files), shownMistakes)
      Object.assign(figures, measured.figures)
      failedChecks.push(...measured.failedChecks)
      if (folder !== undefined) return
      const { sheets, untied } = await measureTallies(shop, randomBooks(shop, Math.ceil(books * (count / rows))))
      figures[`${name}: sheets of random books`] = sheets
      const [first] = untied
      if (first)
        failedChecks.push(
          `${name}: ${untied.length} sheets of random books, the first: seed ${first.file.seed}, ${first.what}`,
        )
    })
  }
  return { figures, failedChecks: failedChecks.slice(0, 40) }
}

async function inShop(
  { demo, open }: { demo: boolean; open: (origin: string, database: Database) => Promise<MeasuredShop> },
  measure: (shop: MeasuredShop) => Promise<void>,
): Promise<void> {
  const server = await startSoakServer({ demo })
  try {
    const database = await server.openDatabase()
    try {
      await measure(await open(server.origin(), database))
    } finally {
      await database.close()
    }
  } catch (error) {
    throw new Error(`${String(error)}\nThe server's log:\n${server.process().log()}`, { cause: error })
  } finally {
    await server.stop()
  }
}

function* filesWithRows({ goods }: MeasuredShop, count: number): Generator<OrderFile> {
  let seed = Number(process.env.SEED ?? 1)
  for (let left = count; left > 0; seed += 1) {
    const file = generateOrderFile(seed, goods)
    left -= file.rows.length
    yield file
  }
}

function* randomBooks({ goods }: MeasuredShop, count: number): Generator<OrderFile> {
  for (let seed = 1; seed <= count; seed += 1) yield randomBook(seed, goods)
}
