import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { numberText, sectionOf, writeResults, type Part } from './results.ts'

const root = resolve(import.meta.dirname, '..')

type Runs = Map<string, Figure>[]

/**
 * Runs the parts alternately with another commit's code and today's on one machine, `rounds` times. The medians are
 * written to the end of results.md, beside the spread of the rounds of one commit: a smaller difference says nothing.
 */
export async function compareWith(commit: string, parts: readonly Part[], rounds: number): Promise<number> {
  const hash = git('rev-parse', '--short', `${commit}^{commit}`)
  const folder = mkdtempSync(join(tmpdir(), 'portal-against-'))
  git('worktree', 'add', '--detach', '--force', folder, hash)
  try {
    provideModules(folder)
    const rows: string[] = []
    let status = 0
    for (const part of parts) {
      const then: Runs = []
      const now: Runs = []
      for (let round = 0; round < rounds; round += 1) {
        measure(folder, part)
        then.push(figuresOf(folder, part))
        status = Math.max(status, measure(root, part))
        now.push(figuresOf(root, part))
      }
      rows.push(...compare(then, now))
    }
    const heading = [
      `Commit ${hash} and today's code measured in turn, ${rounds} times each; medians. Above 1 is better for what is`,
      'counted per second, below 1 for times and memory. Spread: highest to lowest of the rounds of one commit, ' +
        'the wider one.',
      '',
      `| what | ${hash} | now | now to then | spread |`,
      '|---|---|---|---|---|',
    ]
    for (const row of rows) process.stdout.write(`${row}\n`)
    await writeResults({ against: [...heading, ...rows] })
    return status
  } finally {
    git('worktree', 'remove', '--force', folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The other commit uses these node_modules if both have the same lock file. */
function provideModules(folder: string): void {
  const lockOf = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8')
  if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
}

/** Returns the exit code: 1 if a threshold was missed. */
function measure(folder: string, part: Part): number {
  process.stdout.write(`${part} ${folder === root ? 'now' : 'then'}\n`)
  const { status } = spawnSync(process.execPath, ['bench/run.ts', part], { cwd: folder, stdio: 'inherit' })
  return status ?? 1
}

type Figure = { value: number; unit: string }

/** Figures a part has just written; values in brackets in a name differ between runs and are ignored. */
function figuresOf(folder: string, part: Part): Map<string, Figure> {
  const section = sectionOf(readFileSync(join(folder, 'bench/results.md'), 'utf8'), part) ?? ''
  const lines = [...section.matchAll(/^\| (.+?) \| (-?[\d.]+) ?(\S.*?)? \|/gm)]
  return new Map(
    lines.map(([, name = '', value = '', unit = '']) => [
      name.replace(/ \([^)]*\)/g, ''),
      { value: Number(value), unit },
    ]),
  )
}

function compare(then: Runs, now: Runs): string[] {
  return [...(now[0] ?? [])].flatMap(([name, { unit }]) => {
    const before = valuesOf(then, name, unit)
    const after = valuesOf(now, name, unit)
    if (before.length === 0 || median(before) === 0) return []
    const ratio = (median(after) / median(before)).toFixed(2)
    const spread = Math.max(spreadOf(before), spreadOf(after)).toFixed(2)
    return [`| ${name} | ${figureText(before, unit)} | ${figureText(after, unit)} | ${ratio} | ${spread} |`]
  })
}

function valuesOf(runs: Runs, name: string, unit: string): number[] {
  return runs
    .flatMap((figures) => figures.get(name) ?? [])
    .filter((figure) => figure.unit === unit)
    .map(({ value }) => value)
    .toSorted((a, b) => a - b)
}

function figureText(sorted: readonly number[], unit: string): string {
  return `${numberText(median(sorted))} ${unit}`
}

function median(sorted: readonly number[]): number {
  return sorted[sorted.length >> 1] ?? 0
}

function spreadOf(sorted: readonly number[]): number {
  return (sorted.at(-1) ?? 0) / (sorted[0] || 1)
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}
