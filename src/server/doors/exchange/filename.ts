import { extname } from 'node:path/posix'
import { documentExtensions } from '#server/platform/files/document-types.ts'

/** File extensions allowed in an exchange. */
const allowed = new Set([
  '.xml',
  '.zip',
  '.jpg',
  '.jpeg',
  '.png',
  '.gif',
  '.bmp',
  '.webp',
  '.tif',
  '.tiff',
  ...documentExtensions.map((each) => `.${each}`),
])
const longest = 400

/**
 * Turns 1C's file name into a path inside the session: '\\' becomes '/'; drive, leading slash and everything before
 * import_files/ are removed. Undefined if it contains '..' or NUL, is too long, or has an unknown extension.
 */
export function normaliseFilename(given: string): string | undefined {
  const path = given.replaceAll('\\', '/').replace(/^[a-z]:/i, '')
  const parts = pathInImportFiles(path)
    .split('/')
    .filter((part) => part !== '' && part !== '.')
  const name = parts.join('/')
  // eslint-disable-next-line no-control-regex
  if (name === '' || name.length > longest || path.split('/').includes('..') || /[\u0000-\u001f:*?"<>|]/.test(name))
    return undefined
  return allowed.has(extensionOf(name)) ? name : undefined
}

/** Decodes a name in a URL: UTF-8, or windows-1251 of old versions, which stays percent-encoded. */
export function decodeFilename(given: string): string {
  if (!/%[89a-f][0-9a-f]/i.test(given) || /\P{ASCII}/u.test(given)) return given
  const bytes = given.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return new TextDecoder('windows-1251').decode(Buffer.from(bytes, 'latin1'))
}

/** The path from import_files/ on, wherever that folder is. */
export function pathInImportFiles(path: string): string {
  const at = path.toLowerCase().lastIndexOf('/import_files/')
  return at < 0 ? path : path.slice(at + 1)
}

/** The reason, in Russian, to skip an entry of an archive; undefined to accept it. */
export function refusalReason(entry: string): string | undefined {
  if (!isExchangeFile(entry)) return notExportFile
  return normaliseFilename(entry) === undefined ? invalidName : undefined
}

export const notExportFile = 'это не файл выгрузки CommerceML. Загружаются XML, ZIP, картинки и документы'
export const invalidName = 'недопустимое имя файла'
export const duplicateName = 'в архиве два файла с этим именем'

/** System files that Windows and macOS add to folders and archives. */
export function isOfSystem(path: string): boolean {
  return path.split(/[\\/]/).some((part) => /^(?:__macosx|\.ds_store|\._.*|thumbs\.db|desktop\.ini)$/i.test(part))
}

/** Whether an exchange may contain a file of this name. */
export function isExchangeFile(name: string): boolean {
  return allowed.has(extensionOf(name))
}

export function isArchive(name: string): boolean {
  return extensionOf(name) === '.zip'
}

export function isXml(name: string): boolean {
  return extensionOf(name) === '.xml'
}

export function isDocument(name: string): boolean {
  return documentExtensions.includes(extensionOf(name).slice(1))
}

export function isPicture(name: string): boolean {
  return !isArchive(name) && !isXml(name) && !isDocument(name)
}

function extensionOf(name: string): string {
  return extname(name).toLowerCase()
}
