import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'

/** Sides of the icons that the web app manifest names. */
const sides = [192, 512]

/**
 * Draws the icons of the installed portal from the web's SVG icon. A maskable icon fills its square, because the system
 * cuts its own shape from it; the mark stays within the safe circle of four fifths of the side.
 */
export function drawIcons(): Plugin {
  return {
    name: 'draw-icons',
    apply: 'build',
    async generateBundle() {
      const rounded = readFileSync(join(import.meta.dirname, '../src/web/public/favicon.svg'), 'utf8')
      const square = rounded.replace(/ rx="\d+"/, '')
      if (square === rounded) this.error('favicon.svg has no rounded square to fill')
      for (const side of sides) {
        this.emitFile({ type: 'asset', fileName: `icon-${side}.png`, source: await draw(rounded, side) })
        this.emitFile({ type: 'asset', fileName: `icon-maskable-${side}.png`, source: await draw(square, side) })
      }
    },
  }
}

/** `density` in dots per inch, 72 for the SVG's own size: sharp edges instead of an enlarged picture. */
function draw(svg: string, side: number): Promise<Buffer> {
  const [, width = '20'] = /viewBox="0 0 (\d+) /.exec(svg) ?? []
  return sharp(Buffer.from(svg), { density: (72 * side) / Number(width) })
    .resize(side, side)
    .png({ compressionLevel: 9 })
    .toBuffer()
}
