import { randomFor, type Random } from './random.ts'
import { letterheads, quantityHeadings, idHeadings, groupNames } from './headings.ts'
import type { Cell } from './cells.ts'
import { emptySheet, filledRows, type Sheet } from './sheets.ts'
import { writeFile, type FileFormat } from './write-file.ts'
import type { CatalogueGood, OrderFile } from './types.ts'

/** A book of random cells including goods: its order is unknown, but each filled row must be accounted for. */
export function randomBook(seed: number, catalogue: readonly CatalogueGood[]): OrderFile {
  const random = randomFor(seed, 'random book')
  const format = random.pick<FileFormat>(['xlsx', 'xlsx', 'xls', 'ods', 'utf8'])
  const sheets = Array.from({ length: format === 'utf8' ? 1 : random.integer(1, 3) }, (_, at) =>
    randomSheet(random, `Лист${at + 1}`, catalogue),
  )
  return {
    seed,
    ...writeFile(sheets, format, ';'),
    kind: 'random book',
    withHeadings: false,
    rows: [],
    note: `random book, ${format}`,
    sheets: sheets.map((sheet, index) => ({ index, filledRows: filledRows(sheet), headerRow: 0 })),
  }
}

function randomSheet(random: Random, name: string, catalogue: readonly CatalogueGood[]): Sheet {
  const sheet = emptySheet(name)
  const width = random.integer(1, 9)
  for (let left = random.integer(1, 60); left > 0; left -= 1) {
    const good = random.pick(catalogue)
    const headings = random.chance(0.06)
    const goods = random.chance(0.5)
    const cells = Array.from({ length: width }, () =>
      headings ? headingCell(random) : goods ? goodsCell(random, good) : anyCell(random),
    )
    sheet.grid.push(random.chance(0.1) ? [] : cells)
  }
  return sheet
}

function headingCell(random: Random): Cell {
  return random.pick<Cell>([
    random.pick(quantityHeadings),
    random.pick(idHeadings.articul),
    random.pick(idHeadings.name),
    'Цена',
    'Остаток',
    null,
  ])
}

function goodsCell(random: Random, { articul, name, price, unit, barcodes }: CatalogueGood): Cell {
  return random.pick<Cell>([
    articul,
    articul,
    name,
    name,
    price,
    unit,
    random.integer(1, 50),
    random.integer(1, 50),
    barcodes[0] ?? null,
    null,
  ])
}

function anyCell(random: Random): Cell {
  return random.pick<Cell>([
    null,
    null,
    null,
    random.integer(0, 5000),
    random.pick(letterheads),
    random.pick(groupNames),
    'Итого',
    '5 шт',
    '01.май',
    random.next(),
    '',
  ])
}
