/** 'import_files\\AB\\x.JPG' and '/import_files/ab/x.jpg' are one file. */
export function sourceKey(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\.?\/+/, '').toLowerCase().slice(0, 500)
}
