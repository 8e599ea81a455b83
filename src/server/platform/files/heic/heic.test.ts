import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decodeHeic } from './decode-heic.ts'

const photo = readFileSync(new URL('../../../../../tests/fixtures/quarters.heic', import.meta.url))
const limits = { accountId: 1, maxPixels: 60_000_000 }

test('a photo of an iPhone is decoded to its pixels, in a thread', async () => {
  const { data, width, height } = await decodeHeic(photo, limits)
  expect({ width, height }).toEqual({ width: 640, height: 480 })
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)]
  const near = (channels: number[]) => channels.map((channel) => expect.closeTo(channel, -1.2) as number)
  expect(at(100, 100)).toEqual(near([208, 32, 32]))
  expect(at(500, 100)).toEqual(near([32, 160, 32]))
  expect(at(100, 400)).toEqual(near([32, 32, 208]))
  expect(at(500, 400)).toEqual(near([224, 224, 224]))
})

test('damaged, huge, memory-hungry or slow photos are refused; the next one is decoded', async () => {
  await expect(decodeHeic(photo.subarray(0, 700), limits)).rejects.toThrow()
  await expect(decodeHeic(Buffer.from('no photo at all'), limits)).rejects.toThrow()
  await expect(decodeHeic(sized(photo, 60_000), limits)).rejects.toThrow()
  await expect(decodeHeic(sized(photo, 7000), limits)).rejects.toThrow()
  await expect(decodeHeic(photo, { ...limits, maxPixels: 640 * 479 })).rejects.toThrow('pixels are too many')
  await expect(decodeHeic(photo, { ...limits, deadlineMs: 1 })).rejects.toThrow('not decoded')
  expect((await decodeHeic(photo, limits)).width).toBe(640)
})

test('photos are decoded in turns of accounts; an account with too many waiting photos is refused', async () => {
  const sent = await Promise.allSettled(Array.from({ length: 7 }, () => decodeHeic(photo, limits)))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(sent.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'tooManyRequests' } })
})

/** The same photo with another size in its header. */
function sized(bytes: Buffer, side: number): Buffer {
  const changed = Buffer.from(bytes)
  const header = changed.indexOf('ispe')
  changed.writeUInt32BE(side, header + 8)
  changed.writeUInt32BE(side, header + 12)
  return changed
}
