import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { addPictures, matchPictureNames, maxPictureNames } from '#shared/api/staff/pictures.ts'
import { call, CallError, fieldErrorsOf } from '#web/api/client.ts'
import { sendPicture } from '#web/parts/goods/send-picture.ts'
import { invalidateGoods } from '../use-goods.ts'
import {
  groupByGood,
  isArchive,
  countFree,
  nameOf,
  takePictures,
  toBulkFile,
  withFiles,
  type BulkFile,
} from './bulk-file.ts'

/** Goods whose pictures are sent at the same time. */
const parallel = 2

/** Of the files chosen last: no pictures, more than the page holds, and names that an archive does not give. */
type Unlisted = { skipped: number; leftOut: number; unread: string[] }

/** Chosen files with their goods, and sending them. */
export function useBulkPictures() {
  const [files, setFiles] = useState<readonly BulkFile[]>([])
  const [unlisted, setUnlisted] = useState<Unlisted>({ skipped: 0, leftOut: 0, unread: [] })
  const [busy, setBusy] = useState<'matching' | 'sending'>()
  /** What stopped the work as a whole. */
  const [error, setError] = useState<Error>()
  const queries = useQueryClient()
  const stopped = useRef(false)

  // Stable, as `remove` is, so that a change of one file renders one row.
  const patch = useCallback(
    (key: string, change: Partial<BulkFile>) =>
      setFiles((previous) => previous.map((each) => (each.key === key ? { ...each, ...change } : each))),
    [],
  )
  const pickGood = useCallback((key: string, goodId: number | undefined) => patch(key, { goodId }), [patch])
  const remove = useCallback((key: string) => setFiles((previous) => previous.filter((each) => each.key !== key)), [])

  async function choose(chosen: readonly File[]) {
    setError(undefined)
    setBusy('matching')
    try {
      const { unpacked, skipped, unread, leftOut } = await unpackArchives(chosen, files)
      const { taken: pictures, ...others } = takePictures(files, unpacked)
      setUnlisted({ skipped: others.skipped + skipped, leftOut: others.leftOut + leftOut, unread })
      for (let from = 0; from < pictures.length; from += maxPictureNames) {
        const part = pictures.slice(from, from + maxPictureNames)
        const { items } = await call(matchPictureNames, { names: part.map((file) => nameOf(file).slice(-300)) })
        const added = part.flatMap((file, index) => {
          const item = items[index]
          return item ? [toBulkFile(file, item)] : []
        })
        setFiles((previous) => withFiles(previous, added))
      }
    } catch (cause) {
      setError(cause as Error)
    } finally {
      setBusy(undefined)
    }
  }

  async function send(first: boolean) {
    setError(undefined)
    setBusy('sending')
    stopped.current = false
    const queue = groupByGood(files)
    const work = async () => {
      for (let next = queue.shift(); next && !stopped.current; next = queue.shift()) await sendGood(next, first)
    }
    await Promise.all(Array.from({ length: parallel }, work))
    setBusy(undefined)
    await invalidateGoods(queries)
  }

  async function sendGood({ goodId, files: ofGood }: { goodId: number; files: BulkFile[] }, first: boolean) {
    const sent: BulkFile[] = []
    for (const each of ofGood) {
      if (stopped.current) break
      const picture = each.picture ?? (await sendOne(each))
      if (picture !== undefined) sent.push({ ...each, picture })
    }
    if (sent.length === 0) return
    const pictures = sent.flatMap(({ picture }) => picture ?? [])
    try {
      await call(addPictures, { first, goods: [{ id: goodId, pictures }] })
      for (const { key } of sent) patch(key, { state: 'done', error: undefined })
    } catch (cause) {
      stopIfHopeless(cause)
      const reason = fieldErrorsOf(cause)[`goods.${goodId}`] ?? (cause as Error).message
      for (const { key } of sent) patch(key, { state: 'failed', error: reason })
    }
  }

  async function sendOne({ key, file }: BulkFile): Promise<number | undefined> {
    patch(key, { state: 'sending', error: undefined })
    try {
      const { picture } = await sendPicture(file)
      patch(key, { picture })
      return picture
    } catch (cause) {
      stopIfHopeless(cause)
      patch(key, { state: 'failed', error: (cause as Error).message })
      return undefined
    }
  }

  /** Without connection or session, or beyond the hourly limit, the rest would fail too. */
  function stopIfHopeless(cause: unknown) {
    if (!(cause instanceof CallError) || ![0, 401, 403, 429, 503].includes(cause.status)) return
    stopped.current = true
    setError(cause)
  }

  return {
    files,
    ...unlisted,
    busy,
    error,
    choose,
    send,
    stop: () => {
      stopped.current = true
    },
    pickGood,
    remove,
  }
}

/** The files, with those of archives in the place of the archives. */
async function unpackArchives(chosen: readonly File[], listed: readonly BulkFile[]) {
  const found = { unpacked: [] as File[], skipped: 0, leftOut: 0, unread: [] as string[] }
  const known = new Set(listed.map(({ key }) => key))
  for (const file of chosen) {
    if (!isArchive(file)) {
      found.unpacked.push(file)
      continue
    }
    const { readArchive } = await import('./read-archive.ts')
    const maxPictures = Math.max(0, countFree(listed) - found.unpacked.length)
    const { pictures, skipped, leftOut, unread } = await readArchive(file, { known, maxPictures })
    found.unpacked.push(...pictures)
    found.skipped += skipped
    found.leftOut += leftOut
    found.unread.push(...unread)
  }
  return found
}
