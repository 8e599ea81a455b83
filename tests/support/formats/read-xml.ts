import { readFile } from 'node:fs/promises'
import { SaxesParser } from 'saxes'

export interface ReadXml {
  version: string | undefined
  namespace: string | undefined
  /** Number of occurrences per element. */
  count(name: string): number
  /** Texts of elements whose path ends with `pathEnd`. */
  texts(pathEnd: string): string[]
  attributes(name: string): Record<string, string>[]
}

/** Reads a whole file in its declared encoding and fails on anything that is not well-formed. */
export async function readXml(path: string): Promise<ReadXml> {
  const bytes = await readFile(path)
  const declared = /encoding="([^"]+)"/.exec(bytes.subarray(0, 100).toString('latin1'))?.[1] ?? 'utf-8'
  const text = new TextDecoder(declared, { fatal: true }).decode(bytes)
  const open: string[] = []
  const seen: { path: string; text: string; attributes: Record<string, string> }[] = []
  const pending: { text: string; attributes: Record<string, string> }[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    open.push(name)
    pending.push({ text: '', attributes })
  })
  parser.on('text', (piece) => {
    const last = pending.at(-1)
    if (last !== undefined) last.text += piece
  })
  parser.on('closetag', () => {
    const last = pending.pop()
    seen.push({ path: `/${open.join('/')}`, text: last?.text ?? '', attributes: last?.attributes ?? {} })
    open.pop()
  })
  parser.write(text).close()
  const root = seen.at(-1)?.attributes
  return {
    version: root?.['ВерсияСхемы'],
    namespace: root?.['xmlns'],
    count: (name) => seen.filter((element) => element.path.endsWith(`/${name}`)).length,
    texts: (pathEnd) => seen.filter((element) => element.path.endsWith(`/${pathEnd}`)).map((element) => element.text),
    attributes: (name) =>
      seen.filter((element) => element.path.endsWith(`/${name}`)).map((element) => element.attributes),
  }
}
