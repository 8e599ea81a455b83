import type { Counts, Measurement } from './measure.ts'

/** Figures of a run, and the checks that failed. */
export type Report = { figures: Record<string, number>; failedChecks: string[] }

const minRightShare = 0.95
const columns = [
  'files',
  'rows',
  'right',
  'asked',
  'missed',
  'wrong',
  'lost',
  'invented',
  'needless',
  'clear',
] as const satisfies readonly (keyof Counts)[]

/** Prints a table of results by kind of file, and the first failing rows with their seeds. */
export function report(shop: string, measurement: Measurement, shownMistakes: number): Report {
  const { withHeadings, withoutHeadings, severalQuantities, total, mistakes, untied, withoutTally, byKind } =
    measurement
  const named = [
    ...byKind,
    ['with headings', withHeadings] as const,
    ['without headings', withoutHeadings] as const,
    ['several quantity columns', severalQuantities] as const,
    ['all', total] as const,
  ]
  const lines = named.flatMap(([name, { first, after }]) =>
    first.rows + first.wrong === 0 ? [] : [rowOf(name, first), rowOf('  after the confirmation', after)],
  )
  process.stdout.write(`\n${shop}\n${[['', ...columns, 'right of clear'], ...lines].map(padded).join('\n')}\n`)
  for (const { file, when, what } of mistakes.slice(0, shownMistakes))
    process.stdout.write(`  seed ${file.seed} (${file.note}), ${when}: ${what}\n`)

  const { first, after } = total
  const figures = {
    [`${shop}: rows`]: first.rows,
    [`${shop}: right`]: after.right,
    [`${shop}: asked`]: after.asked,
    [`${shop}: wrong`]: first.wrong,
    [`${shop}: lost`]: first.lost,
    [`${shop}: right at first sight with headings, %`]: Number((share(withHeadings.first) * 100).toFixed(1)),
    [`${shop}: right after the confirmation without headings, %`]: Number(
      (share(withoutHeadings.after) * 100).toFixed(1),
    ),
    [`${shop}: right after the choice of several quantity columns, %`]: Number(
      (share(severalQuantities.after) * 100).toFixed(1),
    ),
  }
  const noRows = (kind: 'wrong' | 'lost') =>
    first[kind] + after[kind] > 0 &&
    `${first[kind]} rows ${kind} at first sight, ${after[kind]} after the confirmation; ` +
      `seeds ${seedsOf(measurement, kind)}`
  const failedChecks = [
    noRows('wrong'),
    noRows('lost'),
    untied + withoutTally > 0 &&
      `${untied} sheets do not tie out, ${withoutTally} have no tally; seeds ${seedsOf(measurement, 'untied')}`,
    share(withHeadings.first) < minRightShare &&
      `${percent(withHeadings.first)} of the clear rows right at first sight with headings`,
    share(withoutHeadings.after) < minRightShare &&
      `${percent(withoutHeadings.after)} of the clear rows right after the confirmation without headings`,
    share(severalQuantities.after) < minRightShare &&
      `${percent(severalQuantities.after)} of the clear rows right after the choice of several quantity columns`,
  ]
  return { figures, failedChecks: failedChecks.filter((each) => each !== false).map((each) => `${shop}: ${each}`) }
}

function rowOf(name: string, counts: Counts): string[] {
  return [name, ...columns.map((column) => String(counts[column])), percent(counts)]
}

function padded(cells: readonly string[]): string {
  return cells.map((cell, at) => (at === 0 ? cell.padEnd(26) : cell.padStart(at === 11 ? 15 : 9))).join('')
}

function share({ clear, clearRight }: Counts): number {
  return clear === 0 ? 1 : clearRight / clear
}

function percent(counts: Counts): string {
  return `${(share(counts) * 100).toFixed(1)} %`
}

function seedsOf({ mistakes }: Measurement, kind: string): string {
  return [...new Set(mistakes.filter(({ what }) => what.startsWith(kind)).map(({ file }) => file.seed))]
    .slice(0, 30)
    .join(', ')
}
