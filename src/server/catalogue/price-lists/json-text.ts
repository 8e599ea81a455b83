import { pipeline, Transform, type Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/**
 * Wraps UTF-8 text into a JSON string between `before` and `after`, in constant memory. An error of the text or an
 * aborted reader closes both streams.
 */
export function streamAsJsonString(before: string, text: Readable, after: string): Readable {
  const decoder = new StringDecoder('utf8')
  const json = new Transform({
    transform: (bytes: Buffer, _encoding, done) => done(null, escapeJson(decoder.write(bytes))),
    flush: (done) => done(null, escapeJson(decoder.end()) + after),
  })
  json.push(before)
  // The reader receives errors from the last stream.
  return pipeline(text, json, () => undefined)
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
