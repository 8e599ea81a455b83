/** The used part of libheif-js, which has no types. */
declare module 'libheif-js/wasm-bundle.js' {
  type Shown = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }
  type HeifImage = {
    get_width: () => number
    get_height: () => number
    is_primary: () => boolean
    /** Fills RGBA pixels, rotated according to the file; null if it cannot be decoded. */
    display: (target: Shown, done: (decoded: Shown | null) => void) => void
  }
  const libheif: { HeifDecoder: new () => { decode: (bytes: Uint8Array) => HeifImage[] } }
  export default libheif
}
