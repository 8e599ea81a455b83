import type { NamedPicture } from '#shared/api/staff/pictures.ts'

export type BulkFile = {
  key: string
  file: File
  /** With its folders, if a folder was chosen. */
  name: string
  number: number
  goods: NamedPicture['goods']
  /** The good that gets the picture; undefined: not known, or still to be chosen among several. */
  goodId: number | undefined
  /** After its upload; an equal picture has the same id. */
  picture?: number
  state: 'ready' | 'sending' | 'done' | 'failed'
  error?: string
}

const pictureNames = /\.(jpe?g|png|gif|webp|tiff?|heic|heif)$/i

/** Systems do not know the type of each file, and a folder also contains what is no picture. */
export function isPicture(file: File): boolean {
  return file.type.startsWith('image/') || hasPictureName(file.name)
}

export function hasPictureName(name: string): boolean {
  return pictureNames.test(name)
}

export function isArchive(file: File): boolean {
  return /\.zip$/i.test(file.name)
}

export function nameOf(file: File): string {
  return file.webkitRelativePath || file.name
}

export function toBulkFile(file: File, { name, number, goods }: NamedPicture): BulkFile {
  const goodId = goods.length === 1 ? goods[0]?.id : undefined
  return { key: keyOfFile(file), file, name, number, goods, goodId, state: 'ready' }
}

/** The page takes this many files that wait, of known goods; with many more it would hardly move. */
export const maxWaiting = 1000

/** Pictures among chosen files that are not listed yet, as many as fit; how many were left out, and are no pictures. */
export function takePictures(files: readonly BulkFile[], chosen: readonly File[]) {
  const known = new Set(files.map(({ key }) => key))
  const pictures = chosen.filter(isPicture)
  const added = pictures.filter((file) => !known.has(keyOfFile(file)))
  const taken = added.slice(0, countFree(files))
  return { taken, leftOut: added.length - taken.length, skipped: chosen.length - pictures.length }
}

/** How many more files the page takes. */
export function countFree(files: readonly BulkFile[]): number {
  const waiting = files.filter(({ goods, state }) => goods.length > 0 && state !== 'done').length
  return Math.max(0, maxWaiting - waiting)
}

export function keyOf({ name, size, lastModified }: { name: string; size: number; lastModified: number }): string {
  return `${name}:${size}:${lastModified}`
}

function keyOfFile(file: File): string {
  const { size, lastModified } = file
  return keyOf({ name: nameOf(file), size, lastModified })
}

/** New files after those chosen before; the same file is listed once. */
export function withFiles(files: readonly BulkFile[], added: readonly BulkFile[]): BulkFile[] {
  const known = new Set(files.map(({ key }) => key))
  return [...files, ...added.filter(({ key }) => !known.has(key))]
}

/** Files to be sent, per good in the order of their numbers, then names. */
export function groupByGood(files: readonly BulkFile[]): { goodId: number; files: BulkFile[] }[] {
  const waiting = files.filter(({ state }) => state === 'ready' || state === 'failed')
  const byGood = Map.groupBy(waiting, ({ goodId }) => goodId)
  return [...byGood].flatMap(([goodId, ofGood]) =>
    goodId === undefined ? [] : [{ goodId, files: ofGood.toSorted(compareFiles) }],
  )
}

function compareFiles(one: BulkFile, other: BulkFile): number {
  return one.number - other.number || one.name.localeCompare(other.name, 'ru', { numeric: true })
}

/** How many files are in which situation. */
export function countFiles(files: readonly BulkFile[]) {
  const count = (is: (file: BulkFile) => boolean) => files.filter(is).length
  return {
    all: files.length,
    ready: count(({ goodId, state }) => goodId !== undefined && state !== 'done'),
    ambiguous: count(({ goodId, goods }) => goodId === undefined && goods.length > 1),
    unknown: count(({ goods }) => goods.length === 0),
    done: count(({ state }) => state === 'done'),
    failed: count(({ state }) => state === 'failed'),
  }
}
