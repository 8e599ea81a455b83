import { pipeline, Transform, type Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/**
 * UTF-8 bytes as the contents of a JSON string, between two pieces of JSON, at constant memory. An error of the text,
 * or a reader that stops, ends both.
 */
export function textAsJson(before: string, text: Readable, after: string): Readable {
  const decoder = new StringDecoder('utf8')
  const json = new Transform({
    transform: (bytes: Buffer, _encoding, done) => done(null, inside(decoder.write(bytes))),
    flush: (done) => done(null, inside(decoder.end()) + after),
  })
  json.push(before)
  // The reader gets the error through the last stream.
  return pipeline(text, json, () => undefined)
}

function inside(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
