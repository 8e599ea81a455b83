import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  accentShades,
  contrast,
  defaultAccent,
  grounds,
  minContrast,
  presetAccents,
  quietText,
  readAccent,
} from './accent.ts'

const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#ffffff', '#777777')).toBe(contrast('#777777', '#ffffff'))
})

test('text is readable in both themes, whatever colour is chosen', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const shades = accentShades(colour)
      for (const theme of ['light', 'dark'] as const) {
        const { accent, hover, onAccent, soft } = shades[theme]
        const pairs = [
          ...grounds[theme].flatMap((ground) => [
            [accent, ground],
            [hover, ground],
          ]),
          [onAccent, accent],
          [onAccent, hover],
          [accent, soft],
          [quietText[theme], soft],
        ] as [string, string][]
        for (const [one, other] of pairs)
          expect(contrast(one, other), `${colour} ${theme} ${one} ${other}`).toBeGreaterThanOrEqual(minContrast)
      }
    }),
    { numRuns: 1500 },
  )
})

test('a colour that is dark enough stays, and only a lighter one is darkened, by no more than it needs', () => {
  for (const colour of presetAccents) expect(readAccent(colour)).toMatchObject({ darkenedTo: null })
  expect(accentShades(defaultAccent.toUpperCase()).light.accent).toBe(defaultAccent)
  fc.assert(
    fc.property(colours, (colour) => {
      const { darkenedTo, contrast: reached } = readAccent(colour)
      if (darkenedTo === null) return
      expect(grounds.light.some((ground) => contrast(colour, ground) < minContrast)).toBe(true)
      expect(reached).toBeLessThan(6)
    }),
    { numRuns: 500 },
  )
})
