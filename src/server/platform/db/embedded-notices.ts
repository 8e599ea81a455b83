import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findUnused, isWithin, listAbandoned, removeUnneeded } from './embedded-data.ts'

/** Sentences about copying, moving or removing the data folder; empty if the database is inside it. */
export async function describeDataLocation(dataDir: string, data: string): Promise<string[]> {
  const isApart = !isWithin(dataDir, data)
  const unused = await findUnused(dataDir)
  return [
    ...(isApart
      ? [
          `База данных лежит отдельно от DATA_DIR, в ${data}: когда её создавали, пользователь nobody, ` +
            'от имени которого работает PostgreSQL, не мог войти в папки над DATA_DIR. ' +
            'Переносите и удаляйте обе папки вместе.',
        ]
      : []),
    ...(unused === undefined ? [] : [await describeUnused(dataDir, { data, unused })]),
    ...(await listAbandoned(dataDir)).map(
      (folder) =>
        `В ${folder} осталась база данных прежней папки ${dataDir}, которую удалили. Если она не нужна, удалите и её.`,
    ),
  ]
}

async function describeUnused(dataDir: string, { data, unused }: { data: string; unused: string }): Promise<string> {
  const [version, former] = await Promise.all(
    [data, unused].map((folder) => readFile(join(folder, 'PG_VERSION'), 'utf8')),
  )
  if (version !== former)
    return (
      `В ${unused} осталась база данных до перехода на новый PostgreSQL, портал с ней не работает. ` + removeUnneeded
    )
  return (
    `В ${unused} лежит ещё одна база данных, портал с ней не работает. ` +
    `Чтобы вернуться к ней, остановите портал и удалите файл ${join(dataDir, 'postgres.location')}.`
  )
}
