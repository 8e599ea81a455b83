import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UploadReview } from '#shared/api/uploads.ts'
import { filledIn, workbookOf } from '#tests/support/price-sheets.ts'
import type { BenchBuyer, BenchContext, BenchRow } from './context.ts'
import { size } from './seed.ts'

/** Results of `upload-process.ts`, which runs in a process of its own. */
export type ReadingFigures = { seconds: number; grownMb: number; eventLoopP99Ms: number; rows: number }

const rows = 10_000
const max = { seconds: 5, grownMb: 200, eventLoopMs: 50, matchingSeconds: 2, ownSeconds: 20 }

/** A buyer's order of 10,000 rows, and our own price list of 100,000 goods with 10,000 of them ordered. */
export async function run({ database, origin, buyer }: BenchContext): Promise<BenchRow[]> {
  const { rows: goods } = await database.pool.query<{ id: number; articul: string; barcode: string; name: string }>(
    `select id, articul, barcodes[1] as barcode, name from products p
      where not exists (select from products v where v.parent_id = p.id) order by hashint4(id) limit $1`,
    [rows],
  )
  const order = workbookOf({
    Заявка: [
      ['№', 'Артикул', 'Наименование', 'Цена', 'Заказ'],
      ...goods.map(({ articul, barcode, name }, index) => [
        index + 1,
        index % 20 === 1 ? `нет-${index}` : index % 20 === 2 ? barcode : articul,
        name,
        100.5,
        1 + (index % 9),
      ]),
    ],
  })
  const own = await filledIn(await downloadPriceList(origin, buyer), Object.fromEntries(goods.map(({ id }) => [id, 1])))

  const reviewed = await review(origin, buyer, order)
  const typed = await quickSeconds(
    origin,
    buyer,
    goods.slice(0, 500).map(({ articul }) => articul),
  )
  const filled = await review(origin, buyer, own)
  const readOrder = await measure(order)
  const readOwn = await measure(own)
  const atMost = (name: string, value: number, unit: string, limit: number): BenchRow => ({
    name,
    value,
    unit,
    threshold: `≤ ${limit} ${unit}`,
    pass: value <= limit,
  })
  return [
    atMost(`upload: XLSX of ${rows} rows reviewed, through the server`, reviewed.seconds, 's', max.seconds),
    atMost(
      'upload: of that, recognising and fitting its rows',
      Math.max(0, reviewed.seconds - readOrder.seconds),
      's',
      max.matchingSeconds,
    ),
    atMost('upload: rows of it that the catalogue does not know', reviewed.answer.counts.notFound, 'rows', rows / 10),
    atMost('upload: XLSX read, resident memory above idle', readOrder.grownMb, 'MB', max.grownMb),
    atMost('upload: XLSX read, event-loop delay p99 meanwhile', readOrder.eventLoopP99Ms, 'ms', max.eventLoopMs),
    atMost(
      `upload: own price list of ${size.products} goods reviewed, through the server`,
      filled.seconds,
      's',
      max.ownSeconds,
    ),
    {
      name: 'upload: rows ordered in it',
      value: filled.answer.rows.length,
      unit: 'rows',
      threshold: `= ${rows}`,
      pass: filled.answer.rows.length === rows && filled.answer.own,
    },
    { name: 'upload: own price list, the file', value: own.length / 1e6, unit: 'MB' },
    atMost('upload: own price list read, resident memory above idle', readOwn.grownMb, 'MB', max.grownMb),
    atMost(
      'upload: own price list read, event-loop delay p99 meanwhile',
      readOwn.eventLoopP99Ms,
      'ms',
      max.eventLoopMs,
    ),
    { name: 'upload: 500 typed articles resolved', value: typed * 1000, unit: 'ms' },
  ]
}

async function review(
  origin: string,
  { cookie }: BenchBuyer,
  bytes: Buffer,
): Promise<{ seconds: number; answer: UploadReview }> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], 'Заявка.xlsx'))
  const startedMs = performance.now()
  const response = await fetch(`${origin}/api/uploadsFromFile/`, { method: 'POST', headers: { cookie }, body: form })
  const text = await response.text()
  const seconds = (performance.now() - startedMs) / 1000
  if (!response.ok) throw new Error(`the upload was answered ${response.status}: ${text}`)
  return { seconds, answer: JSON.parse(text) as UploadReview }
}

async function quickSeconds(origin: string, { cookie }: BenchBuyer, codes: readonly string[]): Promise<number> {
  const startedMs = performance.now()
  const body = JSON.stringify({ rows: codes.map((code) => ({ code, qnt: 1 })) })
  const response = await fetch(`${origin}/api/quickOrder/`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body,
  })
  await response.text()
  if (!response.ok) throw new Error(`quick order was answered ${response.status}`)
  return (performance.now() - startedMs) / 1000
}

async function downloadPriceList(origin: string, { cookie }: BenchBuyer): Promise<Buffer> {
  const ordered = await fetch(`${origin}/api/getPriceList/`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: '{}',
  })
  const { link } = (await ordered.json()) as { link: string }
  for (;;) {
    const response = await fetch(origin + link, { headers: { cookie } })
    if (response.status === 200) return Buffer.from(await response.arrayBuffer())
    if (response.status !== 202) throw new Error(`the price list was answered ${response.status}`)
    await once(AbortSignal.timeout(200), 'abort')
  }
}

async function measure(bytes: Buffer): Promise<ReadingFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-upload-'))
  try {
    await writeFile(join(folder, 'file.xlsx'), bytes)
    const script = fileURLToPath(new URL('./processes/upload-process.ts', import.meta.url))
    const child = spawn(
      process.execPath,
      ['--expose-gc', '--max-semi-space-size=8', script, join(folder, 'file.xlsx')],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`measuring the reading failed with code ${String(code)}`)
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as ReadingFigures
  } finally {
    await rm(folder, { recursive: true })
  }
}
