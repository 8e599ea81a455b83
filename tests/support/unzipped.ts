import { fromBuffer } from 'yauzl'

/** Files of a ZIP as text, by name. */
export function unzipped(bytes: Buffer): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    const found: Record<string, string> = {}
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
              found[entry.fileName] = Buffer.concat(chunks).toString('utf8')
              zip.readEntry()
            })
        })
      })
      zip.readEntry()
    })
  })
}
