import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withVatKopecks } from '#shared/rules/money.ts'
import type { DialectName, Encoding, StockShape } from '#server/doors/demo/synthetic/dialects.ts'
import { describeSyntheticExport, writeSyntheticExport } from '#server/doors/demo/synthetic-export.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { loadExport } from '../command/load.ts'

const cases: [DialectName, StockShape, Encoding][] = [
  ['2.03', 'total', 'windows-1251'],
  ['2.07', 'attributes', 'utf-8-bom'],
  ['2.07', 'changes', 'utf-8'],
  ['2.10', 'rests', 'windows-1251'],
  ['3.1-split', 'rests', 'utf-8-bom'],
  ['3.1-split', 'changes', 'utf-8'],
]

describe.each(cases)('an export of %s with stock as %s in %s', (dialect, stock, encoding) => {
  const options = { goods: 300, seed: 11, dialect, stock, encoding, portions: 2, deletedEvery: 25, priceTypes: 4 }
  let database: TestDatabase
  let folder: string

  beforeAll(async () => {
    database = await openTestDatabase()
    folder = await mkdtemp(join(tmpdir(), 'dialect-'))
    await writeSyntheticExport(folder, options)
  })
  afterAll(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  const load = async (paths = [folder]) =>
    loadExport({ ...database, files: openLocalStore(join(folder, 'store')) }, paths)

  test('is imported as the goods, variants, prices and stock that it describes', async () => {
    const { files } = await load()
    expect(files.map(({ error }) => error)).toEqual(files.map(() => undefined))
    const { goods, priceTypes, warehouses } = describeSyntheticExport(options)
    const kept = goods.filter(({ deleted }) => !deleted)
    const rows = await readGoods(database.pool)
    expect(rows.filter(({ parent, active }) => parent === null && active)).toHaveLength(kept.length)

    for (const good of kept) {
      const row = rows.find(({ code }) => code === good.id)
      expect(row).toMatchObject({ brand: good.brand, unit: good.unit, grams: good.grams, active: true })
      expect(row?.step).toBe(good.step === undefined ? 1000 : Number(good.step) * 1000)
      expect(row?.decimals).toBe(good.unit === 'кг' && good.step === undefined ? 2 : 0)
      for (const offer of good.offers) {
        const sold = rows.find(
          ({ code }) => code === (offer.variantId === undefined ? good.id : `${good.id}#${offer.variantId}`),
        )
        expect(sold, `${good.id}#${offer.variantId ?? ''}`).toMatchObject({
          brand: good.brand,
          unit: good.unit,
          active: true,
        })
        expect(sold?.parent ?? null).toBe(offer.variantId === undefined ? null : good.id)
        // The fourth type is in euros, without a rate: not sold. The second may exclude VAT.
        const expected = priceTypes.flatMap(({ id, currency, vatIncluded }, at) => {
          const kopecks = offer.pricesKopecks[at] ?? 0
          return currency === 'EUR' ? [] : [[id, vatIncluded ? kopecks : withVatKopecks(kopecks, 22)]]
        })
        expect(sold?.prices ?? {}).toEqual(Object.fromEntries(expected))
        const total = offer.stocksMilli.reduce((sum, milli) => sum + milli, 0)
        const expectedStocks =
          stock === 'total'
            ? [['основной-склад', total]]
            : warehouses.map(({ id }, at) => [id, offer.stocksMilli[at] ?? 0])
        expect(sold?.stocks ?? {}).toEqual(Object.fromEntries(expectedStocks.filter(([, milli]) => milli !== 0)))
      }
    }
  })

  test('loaded again changes nothing', async () => {
    const before = await fingerprint(database.pool)
    const { files } = await load()
    const changes = files.flatMap(({ counts }) =>
      Object.values(counts).map(({ created = 0, changed = 0 }) => created + changed),
    )
    expect(changes.every((number) => number === 0)).toBe(true)
    expect(await fingerprint(database.pool)).toEqual(before)
  })

  test('gives the same catalogue in any order of files', async () => {
    const other = await openTestDatabase()
    try {
      const backwards = filesOf(folder)
      const deps = { ...other, files: openLocalStore(join(folder, 'store')) }
      // Goods that refer to names of the classifier need it first; offers may come before goods.
      await loadExport(deps, [...backwards.classifiers, ...backwards.others.toReversed()])
      expect(await readGoods(other.pool)).toEqual(await readGoods(database.pool))
    } finally {
      await other.close()
    }
  })
})

type Row = {
  code: string
  parent: string | null
  name: string
  brand: string | null
  unit: string
  step: number
  decimals: number
  grams: number | null
  active: boolean
  prices: Record<string, number> | null
  stocks: Record<string, number> | null
  values: string[] | null
}

async function readGoods(pool: Pool): Promise<Row[]> {
  const { rows } = await pool.query(`
    select p.code1c as code, r.code1c as parent, p.name, b.name as brand, p.unit, p.step_milli as step, p.decimals,
      p.weight_grams as grams, p.active,
      (select jsonb_object_agg(t.code1c, x.price_kopecks) from prices x join price_types t on t.id = x.price_type_id
        where x.product_id = p.id) as prices,
      (select jsonb_object_agg(w.code1c, s.on_hand_milli) from stocks s join warehouses w on w.id = s.warehouse_id
        where s.product_id = p.id and s.on_hand_milli <> 0) as stocks,
      (select array_agg(m.name || '=' || v.value order by m.name, v.value) from product_parameters l
        join parameter_values v on v.id = l.value_id join parameters m on m.id = v.parameter_id
          where l.product_id = p.id) as values
    from products p left join products r on r.id = p.parent_id left join brands b on b.id = p.brand_id
    order by p.code1c`)
  return rows as Row[]
}

/** Row versions and positions: an update that writes the same values shows, too. */
async function fingerprint(pool: Pool): Promise<string[]> {
  const tables = [
    'products',
    'prices',
    'foreign_prices',
    'stocks',
    'categories',
    'parameters',
    'parameter_values',
    'product_parameters',
    'product_categories',
    'brands',
    'price_types',
    'warehouses',
    'catalogue_changes',
    'exchange_pending',
  ]
  const digests = tables.map(async (table) => {
    // When the prices of a type came is written again.
    const row =
      table === 'price_types' ? "(to_jsonb(t) - 'prices_at')::text" : 't.ctid::text || t.xmin::text || t.xmax::text'
    const { rows } = await pool.query(
      `select md5(coalesce(string_agg(${row}, ',' order by t.ctid), '')) as digest from ${table} t`,
    )
    return `${table} ${(rows[0] as { digest: string }).digest}`
  })
  return Promise.all(digests)
}

function filesOf(folder: string): { classifiers: string[]; others: string[] } {
  const paths = globSync('**/*.xml', { cwd: folder })
    .map((path) => join(folder, path))
    .toSorted()
  const isClassifier = (path: string) =>
    /import0_1\.xml$|groups|properties|units|priceLists|storages|[^/]*\/import\.xml$/.test(path) &&
    !/goods/.test(path.slice(folder.length))
  return { classifiers: paths.filter(isClassifier), others: paths.filter((path) => !isClassifier(path)) }
}
