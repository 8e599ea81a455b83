import sharp from 'sharp'
import { shapesOf } from './catalogue/pictures.ts'

/** Drawing for the right half of a banner; the left half is for text. */
export type BannerDrawing = { background: string; fill: string; drawings: readonly string[] }

const [width, height] = [1200, 300]
const thing = 220

/** Line drawings of goods on a wide background, as WEBP. */
export async function drawBanner({ background, fill, drawings }: BannerDrawing): Promise<Buffer> {
  const left = width - drawings.length * thing - 40
  const drawn = drawings.map(
    (kind, index) =>
      `<g transform="translate(${left + index * thing} 44) scale(${(thing - 10) / 40})">${shapesOf(kind)}</g>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <path fill="${background}" d="M0 0h${width}v${height}H0z"/>
    <circle cx="${width - 330}" cy="150" r="330" fill="#fff" opacity=".45"/>
    <g fill="${fill}" stroke="#4a565e" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round">
    ${drawn.join('')}</g></svg>`
  return sharp(Buffer.from(svg)).webp({ quality: 82 }).toBuffer()
}
