import { fromBuffer } from 'yauzl'

/** Files of a ZIP as text, by name. */
export async function unzipped(bytes: Buffer): Promise<Record<string, string>> {
  const files = await unzippedFiles(bytes)
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, content.toString('utf8')]))
}

/** Files of a ZIP by name. */
export function unzippedFiles(bytes: Buffer): Promise<Record<string, Buffer>> {
  return new Promise((resolve, reject) => {
    const found: Record<string, Buffer> = {}
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('error', reject).on('end', () => resolve(found))
      zip.on('entry', (entry: { fileName: string }) => {
        zip.openReadStream(entry as never, (failed, stream) => {
          if (failed) return reject(failed)
          const chunks: Buffer[] = []
          stream
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () => {
              found[entry.fileName] = Buffer.concat(chunks)
              zip.readEntry()
            })
        })
      })
      zip.readEntry()
    })
  })
}
