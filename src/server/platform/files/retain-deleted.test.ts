import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { retainDeletedFiles, listFiles } from './retain-deleted.ts'
import { openLocalStore } from './store.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-hold-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function contents(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { key, path } of listFiles(root)) found[key] = await readFile(path, 'utf8')
  return found
}

const put = (key: string, text = key) => openLocalStore(root).put(key, Buffer.from(text))

test('files deleted during a backup are missing in the portal and present in the backup', async () => {
  const store = openLocalStore(root)
  for (const key of ['pictures/aa/1.webp', 'price-lists/7/a.xlsx', 'price-lists/7/b/c.xlsx', 'documents/x.pdf'])
    await put(key)
  const retention = await retainDeletedFiles(root)
  await store.delete('pictures/aa/1.webp')
  await store.delete('price-lists/7/')
  await store.delete('never/was.pdf')
  expect(await store.has('pictures/aa/1.webp')).toBe(false)
  expect(await store.has('price-lists/7/b/c.xlsx')).toBe(false)
  expect(Object.keys(await contents()).toSorted()).toEqual([
    'documents/x.pdf',
    'pictures/aa/1.webp',
    'price-lists/7/a.xlsx',
    'price-lists/7/b/c.xlsx',
  ])
  await retention.release()
  expect(await contents()).toEqual({ 'documents/x.pdf': 'documents/x.pdf' })
  await store.delete('documents/x.pdf')
  expect(await contents()).toEqual({})
})

test('deletions concurrent with the end of a retention leave no files behind', async () => {
  const store = openLocalStore(root)
  for (let round = 0; round < 20; round += 1) {
    const keys = Array.from({ length: 20 }, (_, n) => `documents/${round}/${n}.pdf`)
    for (const key of keys) await put(key)
    const retention = await retainDeletedFiles(root)
    await Promise.all([...keys.map((key) => store.delete(key)), retention.release()])
  }
  expect(await contents()).toEqual({})
  expect((await readdir(root)).filter((name) => name.startsWith('.'))).toEqual([])
})

test('the retention of a dead process expires after ten minutes', async () => {
  const abandoned = await retainDeletedFiles(root)
  await expect(retainDeletedFiles(root)).rejects.toMatchObject({ name: 'AlreadyRetained' })
  const longAgo = new Date(Date.now() - 11 * 60_000)
  await utimes(join(root, '.backup'), longAgo, longAgo)
  await put('documents/x.pdf')
  await openLocalStore(root).delete('documents/x.pdf')
  expect(await contents()).toEqual({})
  const next = await retainDeletedFiles(root)
  await abandoned.release()
  await put('documents/y.pdf')
  await openLocalStore(root).delete('documents/y.pdf')
  expect(Object.keys(await contents()), 'a retention that woke up late ends no other').toEqual(['documents/y.pdf'])
  await next.release()
  expect(await contents()).toEqual({})
})

test('of retentions that begin at the same time one succeeds, the others are refused alike', async () => {
  for (let round = 0; round < 20; round += 1) {
    const begun = await Promise.allSettled(Array.from({ length: 5 }, () => retainDeletedFiles(root)))
    const refused = begun.flatMap((each) => (each.status === 'rejected' ? [(each.reason as Error).name] : []))
    expect(refused).toEqual(Array.from({ length: 4 }, () => 'AlreadyRetained'))
    for (const each of begun) if (each.status === 'fulfilled') await each.value.release()
  }
})
