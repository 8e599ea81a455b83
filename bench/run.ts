import { parseArgs } from 'node:util'
import { buildWeb } from '../scripts/build-web.ts'
import { compareWith } from './against.ts'
import { openContext, type BenchContext, type BenchRow } from './context.ts'
import { numberText, parts, writeResults, type Part } from './results.ts'

// `npm run bench -- filter` runs only the named parts; `--against <commit> --rounds 5` runs them
// alternately with that commit's code.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, rounds: { type: 'string', default: '1' } },
})
const unknown = positionals.filter((name) => !parts.some((part) => part === name))
if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(', ')}; there are ${parts.join(', ')}`)
const selected = positionals.length > 0 ? parts.filter((part) => positionals.includes(part)) : parts

if (values.against === undefined) await measure()
else process.exitCode = await compareWith(values.against, selected, Number(values.rounds) || 1)

async function measure(): Promise<void> {
  // The server looks for the built web only once, at its start.
  buildWeb()
  const context = await openContext()
  const results: { part: Part; rows: BenchRow[] }[] = []
  try {
    for (const part of selected) {
      const { run } = (await import(new URL(`./${part}.ts`, import.meta.url).href)) as {
        run: (context: BenchContext) => Promise<BenchRow[]>
      }
      const rows = await run(context)
      results.push({ part, rows })
      for (const row of rows) process.stdout.write(`${line(row)}\n`)
    }
  } finally {
    await context.close()
  }
  await writeResults(
    Object.fromEntries(
      results.map(({ part, rows }) => [
        part,
        ['| what | figure | ratio | bar | |', '|---|---|---|---|---|', ...rows.map(line)],
      ]),
    ),
  )
  process.exitCode = results.some(({ rows }) => rows.some(({ pass }) => pass === false)) ? 1 : 0
}

function line({ name, value, unit, ratio, threshold, pass }: BenchRow): string {
  const verdict = pass === undefined ? '' : pass ? 'kept' : '**missed**'
  return (
    `| ${name} | ${numberText(value)} ${unit} | ${ratio === undefined ? '' : ratio.toFixed(3)} ` +
    `| ${threshold ?? ''} | ${verdict} |`
  )
}
