import { BlobReader, BlobWriter, ZipReader, type FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js'
import { maxPictureBytes } from '#shared/api/staff/pictures.ts'
import { hasPictureName, keyOf } from './bulk-file.ts'

// Workers would need addresses that the policy of contents forbids; the browser unpacks in the background anyway.
const options = { useWebWorkers: false, filenameEncoding: 'ibm866' }

export type ReadArchive = {
  pictures: File[]
  /** Pictures beyond the limit. */
  leftOut: number
  /** Files that are no pictures. */
  skipped: number
  /** Names of pictures that are damaged, or larger than the server takes. */
  unread: string[]
}

/**
 * The pictures of a ZIP, with its subfolders, that are not known by their keys, at most `maxPictures`. Names without
 * the UTF-8 mark are read as Windows writes them in Russia (CP866). Throws an error in Russian if nothing can be read.
 * Import it lazily.
 */
export async function readArchive(
  archive: File,
  { known, maxPictures }: { known: ReadonlySet<string>; maxPictures: number },
): Promise<ReadArchive> {
  const reader = new ZipReader(new BlobReader(archive), options)
  try {
    const entries = (await reader.getEntries()).flatMap((entry) =>
      entry.directory || isSystemFile(entry.filename) ? [] : [entry],
    )
    if (entries.some(({ encrypted }) => encrypted))
      throw new UnreadableArchive(`Архив «${archive.name}» закрыт паролем. Сохраните его без пароля`)
    const pictures = entries.filter(({ filename }) => hasPictureName(filename))
    const added = pictures.filter((entry) => !known.has(keyIn(entry)))
    const taken = added.slice(0, maxPictures)
    const read: ReadArchive = {
      pictures: [],
      leftOut: added.length - taken.length,
      skipped: entries.length - pictures.length,
      unread: [],
    }
    for (const entry of taken) {
      const file = await unpack(entry)
      if (file) read.pictures.push(file)
      else read.unread.push(nameIn(entry))
    }
    return read
  } catch (cause) {
    if (cause instanceof UnreadableArchive) throw cause
    throw new UnreadableArchive(`Архив «${archive.name}» не читается: он повреждён или это не ZIP`, { cause })
  } finally {
    await reader.close()
  }
}

class UnreadableArchive extends Error {}

/** What macOS adds to archives. */
function isSystemFile(path: string): boolean {
  return /(^|\/)(__MACOSX\/|\._)/.test(path)
}

async function unpack(entry: FileEntry): Promise<File | undefined> {
  if (entry.uncompressedSize > maxPictureBytes) return undefined
  try {
    const content = await entry.getData(new BlobWriter())
    return new File([content], nameIn(entry), { lastModified: entry.lastModDate.getTime() })
  } catch {
    return undefined
  }
}

/** The key of the unpacked file. */
function keyIn(entry: FileEntry): string {
  const { uncompressedSize: size, lastModDate } = entry
  return keyOf({ name: nameIn(entry), size, lastModified: lastModDate.getTime() })
}

function nameIn({ filename }: FileEntry): string {
  return filename.split(/[\\/]/).at(-1) ?? filename
}
