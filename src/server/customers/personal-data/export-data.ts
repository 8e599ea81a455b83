import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { dayOf, formatDay } from '#shared/rules/dates.ts'
import { may } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { withoutSums } from '#server/platform/mail/sums.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { ownTables } from './own-data.ts'
import { listRows } from './queries.ts'
import { listFiles } from './queries-people.ts'
import type { Person } from './rows-of.ts'

type Deps = { db: Db; files: FileStore }
type Exported = Person & { rights: readonly string[] }

/** The caller's own data. */
export async function exportOwnData(
  deps: Deps,
  actor: Actor,
  { now }: { now: Date },
): Promise<{ name: string; content: Readable }> {
  return { name: `Мои данные ${formatDay(dayOf(now))}.zip`, content: await exportData(deps, actor, { now }) }
}

/** Data of a person with uploaded files, as a streamed ZIP. */
export async function exportData({ db, files }: Deps, person: Exported, { now }: { now: Date }): Promise<Readable> {
  const text = await collectData({ db }, person, { now })
  const sent = await listFiles(db, ownTables, person)
  const present: typeof sent = []
  for (const file of sent) if (await files.has(file.key)) present.push(file)
  return zipOf(files, { text, files: present, now })
}

/** Heading → rows, as JSON. */
async function collectData({ db }: { db: Db }, person: Exported, { now }: { now: Date }): Promise<string> {
  const data: Record<string, unknown> = { Выгружено: now.toISOString(), Логин: person.login }
  for (const own of ownTables) {
    const rows = await listRows(db, own, person)
    if (rows.length > 0) data[own.table.title] = may(person, 'price.contract') ? rows : rows.map(withoutOwnSums)
  }
  return `${JSON.stringify(data, null, 2)}\n`
}

/** Sums are no data of a person, and those of the contract's prices may be hidden from this one. */
function withoutOwnSums(row: Record<string, unknown>): Record<string, unknown> {
  const isSum = (name: string) => /kopecks$|^sum$|^price$/i.test(name)
  const kept = (value: unknown) => (typeof value === 'string' ? withoutSums(value) : value)
  return JSON.parse(
    JSON.stringify(row, (name, value: unknown) => (isSum(name) ? undefined : kept(value))),
  ) as typeof row
}

function zipOf(
  store: FileStore,
  { text, files, now }: { text: string; files: readonly { id: number; key: string; name: string }[]; now: Date },
): Readable {
  const zip = new ZipFile()
  // yazl's output is a PassThrough, contrary to its types.
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  let open: Readable | undefined
  output.on('close', () => open?.destroy())
  zip.addBuffer(Buffer.from(text), 'Данные.json', { mtime: now })
  for (const { id, key, name } of files)
    zip.addReadStreamLazy(`Файлы/${id} ${safeFileName(name)}`, { mtime: now }, (take) => {
      open = store.get(key)
      take(null, open)
    })
  zip.end()
  return output
}

/** Without characters that file systems forbid. */
function safeFileName(name: string): string {
  return name.replace(/[\p{Cc}<>:"/\\|?*]/gu, '-').slice(-120)
}
