import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { electricalDrawings, plumbingDrawings, workwearDrawings } from './drawings/supplies.ts'
import { toolDrawings } from './drawings/tools.ts'

const drawings = { ...toolDrawings, ...electricalDrawings, ...plumbingDrawings, ...workwearDrawings }
const side = 400
const maxParallel = 4

/** Key of a drawing with its fill; drawings with a fixed fill ignore the tint. */
export function pictureKey(kind: string, tint: string): string {
  const drawing = drawings[kind]
  if (drawing === undefined) throw new Error(`Nothing is drawn for '${kind}'`)
  return `${kind} ${drawing.fill ?? tint}`
}

/** Path of a picture in the export, as 1C names it: a folder of two letters, then the name. */
export function picturePath(key: string): string {
  const name = createHash('sha1').update(key).digest('hex')
  return `import_files/${name.slice(0, 2)}/${name}.webp`
}

/** Renders all pictures as WEBP into the folder. */
export async function drawPictures(folder: string, keys: readonly string[]): Promise<void> {
  const waiting = [...keys]
  const drawNext = async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      const path = join(folder, picturePath(key))
      await mkdir(dirname(path), { recursive: true })
      await sharp(Buffer.from(svgOf(key)))
        .webp({ quality: 80, effort: 2 })
        .toFile(path)
    }
  }
  await Promise.all(Array.from({ length: maxParallel }, drawNext))
}

/** SVG shapes of a drawing of 40 × 40; unfilled shapes take the fill of the parent element. */
export function shapesOf(kind: string): string {
  return (drawings[kind]?.shapes ?? '')
    .replaceAll(' N ', ' fill="#eceff1" ')
    .replaceAll(' W ', ' fill="#fff" ')
    .replaceAll(' O ', ' fill="none" ')
}

function svgOf(key: string): string {
  const [kind = '', fill = ''] = key.split(' ')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="-6 -6 52 52">`,
    '<path fill="#fff" d="M-6-6h52v52H-6z"/>',
    `<g fill="${fill}" stroke="#4a565e" stroke-width="1.5" stroke-linejoin="round" ` +
      `stroke-linecap="round">${shapesOf(kind)}</g></svg>`,
  ].join('')
}
