import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import yazl from 'yazl'
import { toBulkFile } from './bulk-file.ts'
import { readArchive } from './read-archive.ts'

const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#208020' } })
  .png()
  .toBuffer()

async function zipOf(files: Record<string, Buffer>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(content, name)
  zip.end()
  return buffer(zip.outputStream)
}

const read = (content: Buffer, { known = new Set<string>(), maxPictures = 1000 } = {}) =>
  readArchive(new File([new Uint8Array(content)], 'фото.zip'), { known, maxPictures })

test('pictures are unpacked with their subfolders; other files are counted, those of systems are not', async () => {
  const { pictures, skipped, unread } = await read(
    await zipOf({
      'ДР-12.png': picture,
      'каталог/ДР-12_2.PNG': picture,
      'каталог/прайс.xlsx': Buffer.from('x'),
      '__MACOSX/._ДР-12.png': Buffer.from('x'),
      'каталог/._ДР-12_2.PNG': Buffer.from('x'),
    }),
  )
  expect(pictures.map(({ name }) => name)).toEqual(['ДР-12.png', 'ДР-12_2.PNG'])
  expect(await pictures[1]?.bytes()).toEqual(new Uint8Array(picture))
  expect([skipped, unread]).toEqual([1, []])
})

test('names that Windows wrote in CP866 are read', async () => {
  const zip = await zipOf({ 'XX-12.png': picture })
  // 'ДР' in CP866, and no mark of UTF-8 in both headers.
  for (let at = zip.indexOf('XX-12'); at >= 0; at = zip.indexOf('XX-12', at)) zip.set([0x84, 0x90], at)
  for (const [signature, flags] of [
    ['PK\u0003\u0004', 6],
    ['PK\u0001\u0002', 8],
  ] as const) {
    const at = zip.indexOf(signature) + flags
    zip.writeUInt16LE(zip.readUInt16LE(at) & ~0x800, at)
  }
  expect((await read(zip)).pictures.map(({ name }) => name)).toEqual(['ДР-12.png'])
})

test('a damaged picture is named, the others are taken', async () => {
  const zip = await zipOf({ 'A1.png': picture, 'A2.png': picture, 'A3.png': picture })
  zip.fill(0, zip.indexOf('A2.png') + 10, zip.indexOf('A2.png') + 40)
  const { pictures, unread } = await read(zip)
  expect([pictures.map(({ name }) => name), unread]).toEqual([['A1.png', 'A3.png'], ['A2.png']])
})

test('a large archive is taken part by part: what is listed already is passed over', async () => {
  const names = Array.from({ length: 5 }, (_, n) => `A${n}.png`)
  const zip = await zipOf(Object.fromEntries(names.map((name) => [name, picture])))
  const known = new Set<string>()
  const parts: [string[], number][] = []
  for (let part = 0; part < 3; part++) {
    const { pictures, leftOut } = await read(zip, { known, maxPictures: 2 })
    parts.push([pictures.map(({ name }) => name), leftOut])
    for (const file of pictures) known.add(toBulkFile(file, { name: file.name, number: 0, goods: [] }).key)
  }
  expect(parts).toEqual([
    [['A0.png', 'A1.png'], 3],
    [['A2.png', 'A3.png'], 1],
    [['A4.png'], 0],
  ])
})

test('what cannot be read at all says why', async () => {
  await expect(read(Buffer.from('Rar!'))).rejects.toThrow('не читается: он повреждён или это не ZIP')
  const zip = await zipOf({ 'A1.png': picture })
  const central = zip.indexOf('PK\u0001\u0002')
  zip.writeUInt16LE(zip.readUInt16LE(central + 8) | 1, central + 8)
  await expect(read(zip)).rejects.toThrow('закрыт паролем')
  expect(await read(await zipOf({ 'a.txt': Buffer.from('x') }))).toEqual({
    pictures: [],
    skipped: 1,
    leftOut: 0,
    unread: [],
  })
})
