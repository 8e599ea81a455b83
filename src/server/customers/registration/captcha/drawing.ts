import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { digitStrokes, type Point } from './digit-strokes.ts'

/** Twice the displayed size. */
const size = { width: 296, height: 100 }
const ink = '#3d4a54'
const paper = '#eef1f3'

/** Draws digits as distorted strokes, crossed by curves of the same colour. Needs no system font. */
export function drawDigits(digits: string): Promise<Buffer> {
  return sharp(Buffer.from(toSvg(digits)))
    .png({ palette: true, colours: 16 })
    .toBuffer()
}

function toSvg(digits: string): string {
  const distort = createDistortion()
  const step = (size.width - 36) / digits.length
  const strokes = Array.from(digits).flatMap((digit, index) => digitAt(digit, 18 + step * index, step))
  const paths = [
    ...strokes.map((stroke) => toPath(stroke.map(distort), between(55, 75) / 10)),
    ...[0, 1].map(() => toPath(crossingCurve(), between(22, 34) / 10)),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="${paper}"/>
    <g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g></svg>`
}

/** Strokes of one digit with random position, size and slant. */
function digitAt(digit: string, left: number, step: number): Point[][] {
  const [width, height] = [between(30, 36), between(46, 56)]
  const angle = (between(-22, 22) / 180) * Math.PI
  const centre: Point = [left + step / 2 + between(-4, 4), size.height / 2 + between(-10, 10)]
  return (digitStrokes[digit] ?? []).map((stroke) =>
    stroke.map(([x, y]): Point => {
      const [dx, dy] = [(x - 0.5) * width, (y - 0.5) * height]
      return [
        centre[0] + dx * Math.cos(angle) - dy * Math.sin(angle),
        centre[1] + dx * Math.sin(angle) + dy * Math.cos(angle),
      ]
    }),
  )
}

function createDistortion(): (point: Point) => Point {
  const [across, along] = [wave(2.5, 4.5, 24, 40), wave(3.5, 6, 40, 70)]
  return ([x, y]) => [x + across(y), y + along(x)]
}

function wave(fromHeight: number, toHeight: number, fromLength: number, toLength: number): (at: number) => number {
  const height = between(fromHeight * 10, toHeight * 10) / 10
  const length = between(fromLength, toLength)
  const shift = between(0, 628) / 100
  return (at) => height * Math.sin((at / length) * Math.PI + shift)
}

/** A curve across the picture. */
function crossingCurve(): Point[] {
  const rise = wave(10, 22, 50, 120)
  const slope = between(-20, 20) / size.width
  const middle = between(35, 65)
  return Array.from({ length: 16 }, (_, index): Point => {
    const x = (index / 15) * (size.width + 8) - 4
    return [x, middle + rise(x) + slope * (x - size.width / 2)]
  })
}

/** A smooth curve through the points (Catmull-Rom as cubic Béziers). */
function toPath(points: readonly Point[], width: number): string {
  const at = (index: number): Point => points[Math.min(points.length - 1, Math.max(0, index))] ?? [0, 0]
  const curves = points.slice(1).map((_, index) => {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    const first = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const second = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    return `C${[...first, ...second, ...to].map((figure) => figure.toFixed(1)).join(' ')}`
  })
  const start = at(0)
    .map((figure) => figure.toFixed(1))
    .join(' ')
  return `<path stroke-width="${width}" d="M${start}${curves.join('')}"/>`
}

function between(min: number, max: number): number {
  return randomInt(Math.round(min), Math.round(max) + 1)
}
