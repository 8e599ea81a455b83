import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLocalStore } from '#server/platform/files/store.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { classifierXml, importXml } from '#tests/support/export-1c.ts'
import { loadExport } from '../command/load.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'category-descriptions-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function loadGroups(groups: string) {
  const path = join(folder, 'import.xml')
  await writeFile(path, importXml([], { classifier: classifierXml({ groups }) }))
  const { files } = await loadExport({ ...database, files: openLocalStore(join(folder, 'store')) }, [path])
  return files[0]?.counts.groups
}

async function descriptionsOf(code: string): Promise<unknown> {
  const { rows } = await database.pool.query(
    'select description, staff_description as staff from categories where code1c = $1',
    [code],
  )
  return rows[0]
}

const group = (inner: string) => `<Группа><Ид>d-1</Ид><Наименование>Дрели</Наименование>${inner}</Группа>`

test('a group’s description is kept until 1C changes or empties it; an unchanged one is not written', async () => {
  expect(await loadGroups(group('<Описание>&lt;p&gt;Сверлят&lt;/p&gt;</Описание>'))).toEqual({ seen: 1, created: 1 })
  expect(await descriptionsOf('d-1')).toEqual({ description: '<p>Сверлят</p>', staff: null })
  expect(await loadGroups(group('<Описание>&lt;p&gt;Сверлят&lt;/p&gt;</Описание>'))).toEqual({ seen: 1, unchanged: 1 })
  // A file that lists its groups by name only removes no description.
  expect(await loadGroups(group(''))).toEqual({ seen: 1, unchanged: 1 })
  expect(await loadGroups(group('<Описание>Сверлят и долбят</Описание>'))).toEqual({ seen: 1, changed: 1 })
  expect(await descriptionsOf('d-1')).toEqual({ description: 'Сверлят и долбят', staff: null })
  expect(await loadGroups(group('<Описание/>'))).toEqual({ seen: 1, changed: 1 })
  expect(await descriptionsOf('d-1')).toEqual({ description: '', staff: null })
})

test('staff’s description stays beside 1C’s', async () => {
  await loadGroups(group('<Описание>Из 1С</Описание>'))
  await database.pool.query("update categories set staff_description = 'От менеджера' where code1c = 'd-1'")
  await loadGroups(group('<Описание>Из 1С, иначе</Описание>'))
  expect(await descriptionsOf('d-1')).toEqual({ description: 'Из 1С, иначе', staff: 'От менеджера' })
})
