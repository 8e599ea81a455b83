import { createWriteStream } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { firstFew } from '#shared/rules/list-text.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { archiveLimits } from '../receive/archives.ts'
import { sessionFolder } from '../receive/files.ts'
import {
  invalidName,
  isArchive,
  isExchangeFile,
  isOfSystem,
  isXml,
  normaliseFilename,
  notExportFile,
  refusalReason,
  duplicateName,
} from '../filename.ts'
import { BrokenFile } from '../parse/broken-file.ts'
import { checkFreeSpace, asDiskFull } from '../receive/disk-space.ts'
import { readEntries, unzipFile } from '../receive/unzip.ts'

/** Files that cannot be loaded; nothing was loaded. The message is Russian and lists them. */
export class UnknownFiles extends Error {
  override name = 'UnknownFiles'
}

/** An archive inside an archive is unpacked, a further level is not. */
const maxNesting = 2
const maxListedFiles = 50

/** `shownPath`: path for people, with archives as folders. */
type ExportFile = { path: string; shownPath: string }
type Folder = ExportFile & { /** Nesting level of archives. */ nesting: number }

/**
 * Finds the files of an export in files, archives and folders. The given paths keep their order; files of a folder or
 * archive are sorted as 1C sends them. Unpacks archives into the session's folder. Throws UnknownFiles if any file is
 * not part of an export.
 */
export async function findExportFiles(
  { files }: { files: FileStore },
  { sessionId, paths }: { sessionId: number; paths: string[] },
): Promise<string[]> {
  const search = new ExportSearch(files, sessionFolder(sessionId))
  const found: ExportFile[] = []
  for (const path of paths) found.push(...(await search.filesAt(path)).toSorted(compareExportOrder))
  if (search.refused.length > 0) throw new UnknownFiles(formatRefusals(search.refused))
  return found.map(({ path }) => path)
}

function formatRefusals(refused: string[]): string {
  const named = firstFew(refused, maxListedFiles).map((each) => `  ${each}`)
  return `не загружено ничего.\n${named.join('\n')}`
}

class ExportSearch {
  /** All files that cannot be loaded, with reasons. */
  readonly refused: string[] = []
  readonly #files: FileStore
  readonly #workFolder: string
  #archives = 0

  constructor(files: FileStore, workFolder: string) {
    this.#files = files
    this.#workFolder = workFolder
  }

  async filesAt(path: string): Promise<ExportFile[]> {
    const refusedBefore = this.refused.length
    const found = await stat(path).catch(() => undefined)
    if (found === undefined) return this.#refuse(path, 'такого файла нет')
    const shownPath = path.replace(/(?<=.)[\\/]+$/, '')
    if (!found.isDirectory()) return this.#file({ path, shownPath, nesting: 0 })
    const files = await this.#below({ path, shownPath, nesting: 0 })
    return files.length > 0 || this.refused.length > refusedBefore
      ? files
      : this.#refuse(shownPath, 'в папке нет файлов выгрузки')
  }

  async #file(file: Folder): Promise<ExportFile[]> {
    if (!isExchangeFile(file.path)) return this.#refuse(file.shownPath, notExportFile)
    return isArchive(file.path) ? this.#archive(file) : [file]
  }

  async #below({ path, shownPath, nesting }: Folder): Promise<ExportFile[]> {
    const found: ExportFile[] = []
    for (const entry of await readdir(path, { withFileTypes: true })) {
      if (isOfSystem(entry.name)) continue
      const inside = { path: join(path, entry.name), shownPath: `${shownPath}/${entry.name}`, nesting }
      if (entry.isDirectory()) found.push(...(await this.#below(inside)))
      else if (entry.isFile() || (await isLinkToFile(inside.path))) found.push(...(await this.#fileOfFolder(inside)))
      else this.#refuse(inside.shownPath, 'это не файл')
    }
    return found
  }

  async #fileOfFolder(file: Folder): Promise<ExportFile[]> {
    const isUsable =
      isXml(file.path) || !isExchangeFile(file.path) || normaliseFilename(basename(file.path)) !== undefined
    return isUsable ? this.#file(file) : this.#refuse(file.shownPath, invalidName)
  }

  async #archive({ path, shownPath, nesting }: Folder): Promise<ExportFile[]> {
    if (nesting === maxNesting) return this.#refuse(shownPath, 'слишком много архивов один в другом')
    const refusedBefore = this.refused.length
    try {
      const folder = await this.#unpack({ path, shownPath })
      const found = await this.#below({ path: folder, shownPath, nesting: nesting + 1 })
      const isReported = nesting > 0 && this.refused.length > refusedBefore
      return found.length > 0 || isReported ? found : this.#refuse(shownPath, 'в архиве нет файлов выгрузки')
    } catch (error) {
      if (error instanceof BrokenFile) return this.#refuse(shownPath, error.message)
      throw asDiskFull(error)
    }
  }

  /** Inside the data folder, which has space for the portal's data. */
  async #unpack({ path: archive, shownPath }: ExportFile): Promise<string> {
    let bytes = 0
    for await (const { sizeBytes } of readEntries(archive, archiveLimits)) bytes += sizeBytes
    await checkFreeSpace({ files: this.#files }, bytes)
    this.#archives += 1
    const folder = await this.#files.workFolder(`${this.#workFolder}${this.#archives}/`)
    const unpacked = new Set<string>()
    await unzipFile(archive, archiveLimits, async (entry, content) => {
      const name = normaliseFilename(entry)
      const reason = name !== undefined && unpacked.has(name) ? duplicateName : refusalReason(entry)
      if (name === undefined || reason !== undefined) {
        if (reason !== undefined && !isOfSystem(entry)) this.#refuse(`${shownPath}/${entry}`, reason)
        content.resume()
        return
      }
      unpacked.add(name)
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(content, createWriteStream(path, { mode: 0o600 }))
    })
    return folder
  }

  #refuse(shownPath: string, reason: string): [] {
    this.refused.push(`${shownPath}: ${reason}`)
    return []
  }
}

async function isLinkToFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

const order = [
  'groups',
  'properties',
  'units',
  'pricelists',
  'storages',
  'import',
  'goods',
  'offers',
  'prices',
  'rests',
]

/** Classifier before goods, goods before offers, offers before prices and stock; import0_2 before import0_10. */
function compareExportOrder({ shownPath: one }: ExportFile, { shownPath: other }: ExportFile): number {
  return rank(one) - rank(other) || one.localeCompare(other, 'en', { numeric: true })
}

function rank(path: string): number {
  const file = basename(path).toLowerCase()
  const index = order.findIndex((word) => file.startsWith(word))
  // In the split form import.xml in goods/ contains goods, the one above it the classifier.
  const inGoods = /[\\/]goods[\\/]/.test(path.toLowerCase()) && file.startsWith('import')
  return index < 0
    ? order.length
    : inGoods
      ? order.indexOf('goods')
      : /[\\/]properties[\\/]/.test(path.toLowerCase())
        ? 1
        : index
}
