import { gunzipSync } from 'node:zlib'
import { readWorkbook } from './spreadsheet.ts'
import { textOf } from './pdf.ts'

/** The words of an answer, whatever file carries them. */
export async function wordsOf(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  const bytes = Buffer.from(await response.arrayBuffer())
  if (type.includes('spreadsheetml')) return JSON.stringify(await readWorkbook(bytes))
  if (type.includes('pdf')) return textOf(bytes)
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes).toString()
  return bytes.toString()
}
