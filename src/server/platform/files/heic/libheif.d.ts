/** What we use of libheif-js, which brings no types. */
declare module 'libheif-js/wasm-bundle.js' {
  type Shown = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }
  type HeifImage = {
    get_width: () => number
    get_height: () => number
    is_primary: () => boolean
    /** Fills RGBA pixels, turned as the file says; null: it cannot be decoded. */
    display: (into: Shown, done: (shown: Shown | null) => void) => void
  }
  const libheif: { HeifDecoder: new () => { decode: (bytes: Uint8Array) => HeifImage[] } }
  export default libheif
}
