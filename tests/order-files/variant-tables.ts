import type { CatalogueIndex } from './catalogue-index.ts'
import type { Cell } from './cells.ts'
import { groupNames, idHeadings, quantityHeadings } from './headings.ts'
import { orderedUnits } from './quantities.ts'
import { sample, type Random } from './random.ts'
import type { RowTruth, Table, TableRow } from './tables.ts'
import type { CatalogueGood } from './types.ts'

/** Products with sizes and their variants; only those with a unique name. */
function modelsOf(index: CatalogueIndex): CatalogueGood[][] {
  const models = Map.groupBy(
    index.goods.filter(({ parent, size }) => parent !== null && size !== ''),
    ({ parent }) => parent,
  )
  const names = Map.groupBy(models.values(), ([first]) => first?.model)
  return [...models.values()].filter((variants) => variants.length > 1 && names.get(variants[0]?.model)?.length === 1)
}

export function hasVariants(index: CatalogueIndex): boolean {
  return modelsOf(index).length > 0
}

/** Products as rows, sizes as columns: each filled cell is an order. */
export function sizeMatrix(random: Random, index: CatalogueIndex): Table {
  const models = modelsOf(index)
  const first = random.pick(models)
  const sizes = first.map(({ size }) => size)
  const alike = models.filter((variants) => variants.some(({ size }) => sizes.includes(size)))
  const withTotal = random.chance(0.5)
  const grouped = random.chance(0.3)
  const body = sample(random, alike, random.integer(2, 12)).flatMap((variants): TableRow[] => {
    const truth: RowTruth[] = []
    const cells = sizes.map((size): Cell => {
      const good = variants.find((each) => each.size === size)
      if (!good || random.chance(0.5)) return null
      const quantity = orderedUnits(random, good)
      truth.push({ kind: 'clear', meant: good.id, quantity, note: 'matrix of sizes' })
      return quantity
    })
    const total = truth.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
    const row: TableRow = {
      cells: [variants[0]?.model ?? '', ...cells, ...(withTotal ? [total || null] : [])],
      ...(truth.length > 0 ? { truth } : {}),
    }
    return grouped && random.chance(0.2) ? [{ cells: [random.pick(groupNames)] }, row] : [row]
  })
  const names = [
    random.pick(idHeadings.name),
    ...sizes.map((size) => asSize(random, size)),
    ...(withTotal ? ['Итого'] : []),
  ]
  const two = random.chance(0.4)
  const head: Cell[][] = two
    ? [
        [names[0] ?? '', random.pick(['Размер', 'Размеры', 'Размерный ряд'])],
        [null, ...names.slice(1)],
      ]
    : [names]
  const merges = two
    ? [
        { row: 0, column: 0, rows: 2, columns: 1 },
        { row: 0, column: 1, rows: 1, columns: Math.max(2, sizes.length) },
      ]
    : []
  return { head, merges, body, columns: { name: 0, qnt: sizes.map((_, at) => at + 1) }, hiddenColumns: [] }
}

/** One row per size: the product in one column, the size in another. */
export function modelsAndSizes(random: Random, index: CatalogueIndex): Table {
  const chosen = sample(random, modelsOf(index), random.integer(1, 8))
  const repeated = random.chance(0.6)
  const body = chosen.flatMap((variants) =>
    sample(random, variants, random.integer(1, 6)).map((good, at): TableRow => {
      const quantity = orderedUnits(random, good)
      const truth: RowTruth = {
        kind: repeated || at === 0 ? 'clear' : 'question',
        meant: good.id,
        quantity,
        note: 'model and size',
      }
      return {
        cells: [repeated || at === 0 ? good.model : null, asSize(random, good.size), good.unit, quantity],
        truth: [truth],
      }
    }),
  )
  const head = [
    [
      random.pick(['Модель', 'Наименование', 'Товар', 'Номенклатура']),
      random.pick(['Размер', 'Характеристика', 'Размер / рост', 'Хар-ка']),
      'Ед.',
      random.pick(quantityHeadings),
    ],
  ]
  return { head, merges: [], body, columns: { name: 0, qnt: [3] }, hiddenColumns: [] }
}

/** In a spreadsheet '42' is a number. */
function asSize(random: Random, size: string): Cell {
  return /^\d+$/.test(size) && random.chance(0.6) ? Number(size) : size
}
