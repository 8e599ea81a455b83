import { parentPort, workerData } from 'node:worker_threads'
import libheif from 'libheif-js/wasm-bundle.js'
import type { HeicJob, Pixels } from './decode-heic.ts'

// Decodes one photo outside the event loop. An exception ends the thread and fails the photo.
const { bytes, maxPixels, maxMemoryBytes } = workerData as HeicJob
limitMemory(maxMemoryBytes)
const pixels = await decode()
parentPort?.postMessage(pixels, [pixels.data.buffer])

async function decode(): Promise<Pixels> {
  const images = new libheif.HeifDecoder().decode(bytes)
  const image = images.find((each) => each.is_primary()) ?? images[0]
  if (!image) throw new Error('no picture in the file')
  const [width, height] = [image.get_width(), image.get_height()]
  if (width < 1 || height < 1 || width * height > maxPixels) throw new Error(`${width} × ${height} pixels are too many`)
  const target = { data: new Uint8ClampedArray(width * height * 4), width, height }
  const decoded = await new Promise<typeof target | null>((done) => image.display(target, done))
  if (!decoded) throw new Error('the picture is damaged')
  return { data: new Uint8Array(decoded.data.buffer), width, height }
}

/** Thread limits do not include WebAssembly's memory. The library handles the exception as out of memory. */
function limitMemory(maxBytes: number): void {
  const pageBytes = 65_536
  const { prototype } = WebAssembly.Memory
  const grow = Object.getOwnPropertyDescriptor(prototype, 'grow')?.value as WebAssembly.Memory['grow']
  prototype.grow = function limited(this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * pageBytes > maxBytes) throw new RangeError('too much memory')
    return grow.call(this, pages)
  }
}
