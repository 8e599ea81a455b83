import type { Line } from './line.ts'

/** One combination of a line's axes, which distinguishes a good from its siblings. */
export interface Combination {
  params: ReadonlyMap<string, string>
  factor: number
  /** Article codes by axis; `parts` for an axis of several parameters. */
  codes: readonly { code: string; parts: readonly string[] }[]
}

/** A good with its own brand, article, price and weight. */
export interface Model extends Combination {
  brand: string
  article: string
  roubles: number
  kilograms: number
}

/** All combinations of the axes, in the order of the axes. */
export function combine(axes: Readonly<Record<string, string>> = {}): Combination[] {
  let combinations: Combination[] = [{ params: new Map(), factor: 1, codes: [] }]
  for (const [names, values] of Object.entries(axes)) {
    const points = readAxis(names, values)
    combinations = combinations.flatMap((before) =>
      points.map((point) => ({
        params: new Map([...before.params, ...point.params]),
        factor: before.factor * point.factor,
        codes: [...before.codes, ...point.codes],
      })),
    )
  }
  return combinations
}

export function readModels(models: NonNullable<Line['models']>): Model[] {
  return models.rows
    .trim()
    .split('\n')
    .map((row) => {
      const cells = row.split('|').map((cell) => cell.trim())
      const [brand, article] = cells
      const values = cells.slice(2, 2 + models.columns.length)
      const [roubles, kilograms] = cells.slice(2 + models.columns.length).map(Number)
      if (!brand || !article || !roubles || !kilograms) throw new Error(`A model row is incomplete: ${row}`)
      const params = new Map(models.columns.map((column, index) => [column, values[index] ?? '']))
      return { params, factor: 1, codes: [], brand, article, roubles, kilograms }
    })
}

function readAxis(names: string, values: string): Combination[] {
  const columns = names.split('|')
  return values.split(';').map((entry) => {
    const [value = '', factor = '', code = ''] = entry.trim().split(':')
    const cells = value.split('|')
    if (cells.length !== columns.length) throw new Error(`'${names}' does not fit '${value}'`)
    const parts = cells.map(articleCode)
    return {
      params: new Map(columns.map((column, index) => [column, cells[index] ?? ''])),
      factor: factor === '' ? 1 : Number(factor),
      codes: [{ code: code === '' ? parts.join('-') : code, parts }],
    }
  })
}

function articleCode(value: string): string {
  return value.replaceAll(/[^0-9A-Za-zА-Яа-яЁё./-]/g, '')
}
