import sharp from 'sharp'
import { shapesOf } from './catalogue/pictures.ts'

/** What a banner shows on its right; the left is left to the words. */
export type BannerDrawing = { field: string; fill: string; things: readonly string[] }

const [width, height] = [1200, 300]
const thing = 220

/** A wide field with line drawings of goods, as WEBP. */
export async function drawBanner({ field, fill, things }: BannerDrawing): Promise<Buffer> {
  const left = width - things.length * thing - 40
  const drawn = things.map(
    (kind, index) =>
      `<g transform="translate(${left + index * thing} 44) scale(${(thing - 10) / 40})">${shapesOf(kind)}</g>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <path fill="${field}" d="M0 0h${width}v${height}H0z"/><circle cx="${width - 330}" cy="150" r="330" fill="#fff" opacity=".45"/>
    <g fill="${fill}" stroke="#4a565e" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round">${drawn.join('')}</g></svg>`
  return sharp(Buffer.from(svg)).webp({ quality: 82 }).toBuffer()
}
