/** A point in a box of width 1 and height 1, from its upper left corner. */
export type Point = readonly [x: number, y: number]

/** Strokes of digits, each a curve through its points; without 1, which looks like 7. */
export const digitStrokes: Readonly<Record<string, readonly (readonly Point[])[]>> = {
  '0': [ellipse(0.5, 0.5, 0.36, 0.5)],
  '2': [
    [
      [0.12, 0.26],
      [0.24, 0.07],
      [0.5, 0],
      [0.78, 0.08],
      [0.84, 0.3],
      [0.6, 0.62],
      [0.1, 1],
    ],
    line([0.1, 1], [0.92, 0.98]),
  ],
  '3': [
    [
      [0.14, 0.14],
      [0.42, 0],
      [0.76, 0.07],
      [0.8, 0.3],
      [0.6, 0.45],
      [0.36, 0.48],
    ],
    [
      [0.36, 0.48],
      [0.74, 0.54],
      [0.9, 0.75],
      [0.7, 0.97],
      [0.36, 1],
      [0.08, 0.86],
    ],
  ],
  '4': [line([0.64, 0], [0.06, 0.68]), line([0.06, 0.68], [0.96, 0.68]), line([0.7, 0.36], [0.7, 1])],
  '5': [
    line([0.84, 0], [0.22, 0.02]),
    line([0.22, 0.02], [0.16, 0.46]),
    [
      [0.16, 0.46],
      [0.5, 0.37],
      [0.84, 0.52],
      [0.88, 0.78],
      [0.56, 1],
      [0.1, 0.9],
    ],
  ],
  '6': [sixStroke()],
  '7': [
    line([0.1, 0], [0.92, 0]),
    [
      [0.92, 0],
      [0.6, 0.44],
      [0.4, 1],
    ],
    line([0.34, 0.52], [0.8, 0.5]),
  ],
  '8': [ellipse(0.5, 0.25, 0.29, 0.25), ellipse(0.5, 0.75, 0.37, 0.25)],
  '9': [sixStroke().map(([x, y]): Point => [1 - x, 1 - y])],
}

function sixStroke(): Point[] {
  return [
    [0.78, 0.06],
    [0.46, 0.1],
    [0.18, 0.44],
    [0.12, 0.78],
    [0.4, 1],
    [0.76, 0.93],
    [0.87, 0.72],
    [0.68, 0.52],
    [0.36, 0.53],
    [0.14, 0.74],
  ]
}

/** With intermediate points, so that it follows the distortion. */
function line([fromX, fromY]: Point, [toX, toY]: Point): Point[] {
  return [0, 0.25, 0.5, 0.75, 1].map((part): Point => [fromX + (toX - fromX) * part, fromY + (toY - fromY) * part])
}

function ellipse(x: number, y: number, width: number, height: number): Point[] {
  return Array.from({ length: 13 }, (_, index): Point => {
    const angle = (index / 12) * 2 * Math.PI - Math.PI / 2
    return [x + width * Math.cos(angle), y + height * Math.sin(angle)]
  })
}
