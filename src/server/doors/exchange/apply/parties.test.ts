import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sellers } from '#server/platform/db/schema/organisations.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { loadExport } from '../command/load.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'sellers-test-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const owner = (inn: string, name: string, more = '') =>
  `<Владелец><Ид>o-${inn}</Ид><Наименование>${name}</Наименование><ИНН>${inn}</ИНН>${more}</Владелец>`

async function load(inner: string) {
  const path = join(folder, 'import0_1.xml')
  await writeFile(
    path,
    '<?xml version="1.0" encoding="UTF-8"?><КоммерческаяИнформация ВерсияСхемы="2.07"><Классификатор>' +
      `<Ид>k</Ид>${inner}</Классификатор></КоммерческаяИнформация>`,
  )
  const { files } = await loadExport({ ...database, files: openLocalStore(join(folder, 'store')) }, [path])
  expect(files.map(({ error }) => error)).toEqual([undefined])
}

const rows = () => database.db.select().from(sellers).orderBy(sellers.id)

test('the catalogue’s owner becomes the default seller; manual values stay, a later owner is ignored', async () => {
  await load(owner('7707083893', 'ООО «Опт»', '<КПП>770701001</КПП>'))
  expect(await rows()).toMatchObject([
    { company: 'ООО «Опт»', inn: '7707083893', kpp: '770701001', isDefault: true, account: '' },
  ])
  await database.db.update(sellers).set({
    bank: 'ПАО Сбербанк',
    bik: '044525225',
    account: '40702810938000012345',
    headName: 'Ковалёв А. Н.',
    legalAddress: 'Москва',
  })
  await load(owner('7707083893', 'ООО «Опт-Торг»'))
  await load(owner('500100732259', 'ИП Ли'))
  await load(owner('7707083894', 'Неверный ИНН'))
  expect(await rows()).toMatchObject([
    {
      company: 'ООО «Опт-Торг»',
      kpp: '770701001',
      isDefault: true,
      account: '40702810938000012345',
      headName: 'Ковалёв А. Н.',
      legalAddress: 'Москва',
    },
    { company: 'ИП Ли', isDefault: false },
  ])
})
