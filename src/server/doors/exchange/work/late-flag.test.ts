import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { document, goodXml } from '#tests/support/export-1c.ts'
import { deactivateUnseen } from '../apply/run/close-session.ts'
import { importFile } from './import-file.ts'
import { encodeWindows1251 } from '../orders/windows-1251.ts'
import { insertFile, insertSession } from '../queries.ts'
import { readImportSettings } from './import-settings.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** 2.03: windows-1251, with the flag after the goods. */
function exportOf(count: number): Buffer {
  const goods = Array.from({ length: count }, (_, at) =>
    goodXml({ id: `g-${at}`, inner: '<Артикул>А</Артикул><Картинка/>' }),
  )
  return encodeWindows1251(
    document(`<Каталог><Товары>${goods.join('')}</Товары><Наименование>К</Наименование><Ид>c</Ид>
    <СодержитТолькоИзменения>false</СодержитТолькоИзменения></Каталог>`),
  )
}

/**
 * Imports a file as one session, stopped after every `stopAfter` items and taken up again; answers how often it was
 * stopped.
 */
async function exchange(content: Buffer, stopAfter = Number.POSITIVE_INFINITY): Promise<number> {
  const sql = await database.pool.connect()
  try {
    const settings = await readImportSettings(database.db)
    const sessionId = await insertSession(database.db, { accountId: null, type: 'load', tokenHash: null })
    const fileId = await insertFile(database.db, { sessionId, name: 'import.xml' })
    const file = { sessionId, fileId, name: 'import.xml', receivedAt: new Date(), open: () => once(content) }
    let stops = 0
    for (let stopAt = stopAfter; ; stopAt += stopAfter) {
      const stop = new AbortController()
      const onProgress = ({ done, total }: { done: number; total: number }) => {
        if (done >= stopAt && done < total) stop.abort()
      }
      const ended = await importFile(sql, settings, file, { stop: stop.signal, onProgress }).catch((error: unknown) => {
        if (!stop.signal.aborted) throw error
      })
      if (ended !== undefined) break
      stops += 1
    }
    await deactivateUnseen(sql, { sessionId, maxPercent: 30 })
    return stops
  } finally {
    sql.release()
  }
}

async function* once(content: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536)
}

const active = async () =>
  (await database.pool.query("select count(*) as n from products where active and catalogue_code = 'c'")).rows[0] as {
    n: number
  }

test('a full export flagged after 3,000 goods deactivates omitted ones, also if stopped before the flag', async () => {
  await exchange(exportOf(3_000))
  expect(await active()).toEqual({ n: 3_000 })
  expect(await exchange(exportOf(2_700), 600)).toBeGreaterThanOrEqual(4)
  expect(await active()).toEqual({ n: 2_700 })
  await exchange(exportOf(2_700))
  const { rows } = await database.pool.query(
    "select counts->'goods' as goods from exchange_runs where type = 'import' order by id desc limit 1",
  )
  expect(rows).toEqual([{ goods: { seen: 2700, unchanged: 2700 } }])
}, 120_000)
