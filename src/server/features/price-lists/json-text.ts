import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** UTF-8 bytes as the inside of a JSON string, between two pieces of JSON, at constant memory. */
export async function* textAsJson(before: string, text: Readable, after: string): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  yield before
  for await (const bytes of text) yield JSON.stringify(decoder.write(bytes as Buffer)).slice(1, -1)
  yield JSON.stringify(decoder.end()).slice(1, -1) + after
}
