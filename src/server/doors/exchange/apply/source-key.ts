import { pathInImportFiles } from '../filename.ts'

/**
 * Normalises a path: 'import_files\\AB\\x.JPG', '/import_files/ab/x.jpg' and 'C:\\base\\import_files\\ab\\x.jpg' are
 * one file.
 */
export function sourceKey(path: string): string {
  return pathInImportFiles(path.replaceAll('\\', '/'))
    .replace(/^\.?\/+/, '')
    .toLowerCase()
    .slice(0, 500)
}
