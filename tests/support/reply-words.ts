import { gunzipSync } from 'node:zlib'
import { textOf } from './pdf.ts'
import { readWorkbook } from './spreadsheet.ts'
import { unzippedFiles } from './unzipped.ts'

/** The words of an answer, in any file format. */
export async function wordsOf(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  const bytes = Buffer.from(await response.arrayBuffer())
  // The name of a file stands in a header.
  const heading = decodeURIComponent(response.headers.get('content-disposition') ?? '')
  return `${heading}\n${await wordsIn(bytes, type)}`
}

async function wordsIn(bytes: Buffer, type: string): Promise<string> {
  if (type.includes('spreadsheetml')) return JSON.stringify(await readWorkbook(bytes))
  if (bytes.subarray(0, 5).toString() === '%PDF-') return `${bytes.toString()}\n${await pdfText(bytes)}`
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return wordsOfZip(bytes)
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes).toString()
  return bytes.toString()
}

/** What is no real PDF has its words in plain bytes. */
async function pdfText(bytes: Buffer): Promise<string> {
  try {
    return await textOf(bytes)
  } catch {
    return ''
  }
}

async function wordsOfZip(bytes: Buffer): Promise<string> {
  const words = []
  for (const [name, content] of Object.entries(await unzippedFiles(bytes))) words.push(name, await wordsIn(content, ''))
  return words.join('\n')
}
