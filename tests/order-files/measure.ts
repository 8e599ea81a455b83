import { CallError } from '#web/api/client.ts'
import { answerOf, confirmationOf, send, type Answer } from './answers.ts'
import { compare, outcomes, type Comparison, type Outcome } from './compare.ts'
import type { MeasuredShop } from './shops.ts'
import type { ExpectedRow, OrderFile } from './types.ts'

export type Counts = Record<Outcome, number> & {
  files: number
  rows: number
  clear: number
  clearRight: number
  invented: number
  needless: number
}

/** Results for files of one class: at first, and after the buyer has answered all questions. */
export type Measured = { first: Counts; after: Counts }

export type Mistake = { file: Pick<OrderFile, 'seed' | 'name' | 'note'>; when: 'first' | 'after'; what: string }

export type Measurement = {
  byKind: Map<string, Measured>
  withHeadings: Measured
  withoutHeadings: Measured
  severalQuantities: Measured
  total: Measured
  mistakes: Mistake[]
  /** Sheets whose row counts do not add up; `withoutTally`: answers without counts. */
  untied: number
  withoutTally: number
}

/** Sends each file to a real server like the web does, and compares the answers with the expected rows. */
export async function measureUploads(
  shop: MeasuredShop,
  files: Iterable<OrderFile>,
  { atOnce = 2 } = {},
): Promise<Measurement> {
  const measurement: Measurement = {
    byKind: new Map(),
    withHeadings: nothing(),
    withoutHeadings: nothing(),
    severalQuantities: nothing(),
    total: nothing(),
    mistakes: [],
    untied: 0,
    withoutTally: 0,
  }
  const left = files[Symbol.iterator]()
  let sent = 0
  const work = async () => {
    for (let next = left.next(); next.done !== true; next = left.next()) {
      if (sent++ % 50 === 0) await shop.allowUploads()
      const file = next.value
      await measureFile(shop, file, measurement).catch((error: unknown) => {
        throw new Error(`seed ${file.seed} (${file.note}): ${String(error)}`, { cause: error })
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return measurement
}

/** Random books without a known order: only checks that each row is accounted for. */
export async function measureTallies(
  shop: MeasuredShop,
  books: Iterable<OrderFile>,
): Promise<{ sheets: number; untied: Mistake[] }> {
  const untied: Mistake[] = []
  let sheets = 0
  for (const file of books) {
    await shop.allowUploads()
    for (const sheet of file.sheets) {
      const reply = await send(file, shop, { sheet: sheet.index }).catch(refusal)
      sheets += 1
      if (typeof reply === 'string') continue
      const answer = answerOf(reply)
      const why = answer.tally ? compare(answer, [], sheet, { confirmed: false }).untied : 'no tally'
      if (why !== '') untied.push({ file, when: 'first', what: `untied: sheet ${sheet.index}, ${why}` })
    }
  }
  return { sheets, untied }
}

async function measureFile(shop: MeasuredShop, file: OrderFile, measurement: Measurement): Promise<void> {
  const kind = measurement.byKind.get(file.kind) ?? nothing()
  measurement.byKind.set(file.kind, kind)
  const groups = [kind, measurement[classOf(file)], measurement.total]
  for (const { first, after } of groups) {
    first.files += 1
    after.files += 1
  }
  for (const sheet of file.sheets) {
    const expected = file.rows.filter((row) => row.sheet === sheet.index)
    const choice = file.sheets.length > 1 ? { sheet: sheet.index } : {}
    const reply = await send(file, shop, choice).catch(refusal)
    if (typeof reply === 'string') {
      // An explicit refusal counts as a question, but no order of goods may be refused.
      for (const group of groups) for (const when of ['first', 'after'] as const) addRefused(group[when], expected)
      if (expected.length > 0) measurement.mistakes.push({ file, when: 'first', what: `refused: ${reply}` })
      continue
    }
    const answer = answerOf(reply)
    const first = compare(answer, expected, sheet, { confirmed: false })
    note(measurement, file, 'first', first, answer)
    let after = first
    if (answer.asksColumns) {
      const confirmed = await send(file, shop, confirmationOf(reply, sheet)).catch(refusal)
      if (typeof confirmed !== 'string') {
        const second = answerOf(confirmed)
        // A row that is still a question was not confirmed, so it does not count as lost.
        after = compare(second, expected, sheet, { confirmed: !second.asksColumns })
        note(measurement, file, 'after', after, second)
      }
    }
    for (const group of groups) {
      add(group.first, first)
      add(group.after, after)
    }
  }
}

function classOf({ withHeadings, severalQuantities, sheets }: OrderFile) {
  if (severalQuantities ?? sheets.some(({ columns }) => (columns?.qnt.length ?? 0) > 1)) return 'severalQuantities'
  return withHeadings ? 'withHeadings' : 'withoutHeadings'
}

function refusal(error: unknown): string {
  if (error instanceof CallError && error.status < 500 && error.status !== 429) return error.message
  throw error
}

function note(
  measurement: Measurement,
  file: OrderFile,
  when: Mistake['when'],
  { lines, invented, untied }: Comparison,
  answer: Answer,
): void {
  const { mistakes } = measurement
  for (const { expected, outcome } of lines) {
    if (outcome === 'right' || outcome === 'asked') continue
    const answered = answer.lines
      .filter(({ rows }) => rows.includes(expected.row))
      .map(({ status, id, quantity }) => `${status} ${id} × ${quantity}`)
    mistakes.push({
      file,
      when,
      what: `${outcome}: ${meaningOf(expected)}, answered ${answered.join('; ') || 'nothing'}`,
    })
  }
  for (const { rows, id, quantity, status } of invented)
    mistakes.push({
      file,
      when,
      what: `wrong: row ${rows.join()} orders nothing, answered ${status} ${id} × ${quantity}`,
    })
  if (!answer.tally) measurement.withoutTally += 1
  if (untied === '') return
  measurement.untied += 1
  mistakes.push({ file, when, what: `untied: ${untied}` })
}

function meaningOf({ sheet, row, meant, quantity, kind, note }: ExpectedRow): string {
  return `sheet ${sheet} row ${row} means ${meant} × ${quantity} (${kind} ${note})`
}

function nothing(): Measured {
  const counts = (): Counts => ({
    files: 0,
    rows: 0,
    clear: 0,
    clearRight: 0,
    invented: 0,
    needless: 0,
    right: 0,
    asked: 0,
    missed: 0,
    wrong: 0,
    lost: 0,
  })
  return { first: counts(), after: counts() }
}

function add(counts: Counts, { lines, invented, needless }: Comparison): void {
  for (const outcome of outcomes) counts[outcome] += lines.filter((line) => line.outcome === outcome).length
  counts.wrong += invented.length
  counts.invented += invented.length
  counts.needless += needless
  counts.rows += lines.length
  counts.clear += lines.filter(({ expected }) => expected.kind === 'clear').length
  counts.clearRight += lines.filter(({ expected, outcome }) => expected.kind === 'clear' && outcome === 'right').length
}

function addRefused(counts: Counts, expected: readonly ExpectedRow[]): void {
  counts.rows += expected.length
  counts.asked += expected.length
  counts.clear += expected.filter(({ kind }) => kind === 'clear').length
}
