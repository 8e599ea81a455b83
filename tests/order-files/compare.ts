import type { Answer, AnsweredLine } from './answers.ts'
import type { ExpectedRow, TrueSheet } from './types.ts'

/** wrong: another good or quantity than expected would enter the basket. missed: not found, although it is clear. */
export const outcomes = ['right', 'asked', 'missed', 'wrong', 'lost'] as const
export type Outcome = (typeof outcomes)[number]

export type Comparison = {
  lines: { expected: ExpectedRow; outcome: Outcome }[]
  /** Certain lines from source rows without an order. */
  invented: AnsweredLine[]
  /** Questions about source rows without an order. */
  needless: number
  /** Why the row counts do not add up; '' if they do, or if the answer has none. */
  untied: string
}

/** Compares the answer for one sheet with the expected rows. `confirmed`: the buyer has answered the questions. */
export function compare(
  answer: Answer,
  expected: readonly ExpectedRow[],
  sheet: TrueSheet,
  { confirmed }: { confirmed: boolean },
): Comparison {
  const wholeFileAsked = answer.asksColumns && !confirmed
  const byRow = Map.groupBy(expected, ({ row }) => row)
  const outcome = new Map<ExpectedRow, Outcome>()
  const open = new Map<number, Outcome[]>()
  const invented: AnsweredLine[] = []
  let needless = 0

  const certainLines = wholeFileAsked ? [] : answer.lines.filter(({ verdict }) => verdict === 'certain')
  for (const line of certainLines) {
    const matches = line.rows.map((row) => byRow.get(row)?.find((each) => !outcome.has(each) && isMeant(each, line)))
    const sum = matches.reduce((units, each) => units + (each?.quantity ?? 0), 0)
    const sameUnits = matches.includes(undefined) || Math.abs(sum - (line.quantity ?? Number.NaN)) < 1e-6
    for (const [at, row] of line.rows.entries()) {
      const match = matches[at]
      if (match && sameUnits) outcome.set(match, 'right')
      else if (byRow.has(row)) openAt(row).push('wrong')
      else invented.push({ ...line, rows: [row] })
    }
  }
  for (const line of wholeFileAsked ? answer.lines : answer.lines.filter(({ verdict }) => verdict !== 'certain')) {
    for (const row of line.rows) {
      if (byRow.has(row)) openAt(row).push(line.verdict === 'notFound' && !wholeFileAsked ? 'missed' : 'asked')
      else if (!wholeFileAsked) needless += 1
    }
  }
  for (const each of expected) if (!outcome.has(each)) outcome.set(each, remaining(each))
  return {
    lines: expected.map((each) => ({ expected: each, outcome: outcome.get(each) ?? 'lost' })),
    invented,
    needless,
    untied: untied(answer, sheet),
  }

  function openAt(row: number): Outcome[] {
    const known = open.get(row) ?? []
    open.set(row, known)
    return known
  }

  function remaining({ row, kind }: ExpectedRow): Outcome {
    const next = openAt(row).toSorted((a, b) => Number(b === 'wrong') - Number(a === 'wrong'))
    const [first] = next
    open.set(row, next.slice(1))
    if (first === 'missed') return kind === 'clear' ? 'missed' : 'asked'
    if (first !== undefined) return first
    if (wholeFileAsked) return 'asked'
    const why = answer.leftOut.get(row)
    if (kind === 'hidden') return answer.asksHiddenRows || why === 'hidden' ? 'asked' : 'lost'
    return why === 'other' || why === 'truncated' ? 'asked' : 'lost'
  }
}

function isMeant({ meant, kind, quantity }: ExpectedRow, line: AnsweredLine): boolean {
  return kind !== 'hidden' && meant !== null && quantity !== null && meant === line.id
}

function untied({ tally, lines }: Answer, { filledRows }: TrueSheet): string {
  if (!tally) return ''
  const { rows, blank, ...others } = tally
  const parts = ['answered', 'headings', 'totals', 'withoutQuantity', 'hidden', 'truncated', 'other'] as const
  const stored = parts.reduce((sum, part) => sum + others[part], 0)
  if (rows !== stored + blank) return `${rows} rows, ${stored + blank} counted`
  if (rows - blank !== filledRows) return `${rows - blank} filled rows counted, ${filledRows} are there`
  const answered = new Set(lines.flatMap((line) => line.rows)).size
  return answered === tally.answered ? '' : `${tally.answered} answered in the tally, ${answered} in the lines`
}
