import { expect, test } from 'vitest'
import { grounds, quietText } from '#shared/rules/look/accent.ts'
import { dark, light } from './tokens.ts'

test('shades of a chosen colour are computed for the backgrounds that there are', () => {
  for (const [theme, tokens] of Object.entries({ light, dark }) as ['light' | 'dark', typeof light][]) {
    const names = [
      '--page',
      '--surface',
      '--sunken',
      '--hover',
      '--ok-soft',
      '--warn-soft',
      '--bad-soft',
      '--info-soft',
    ]
    const used = names.map((name) => tokens[name as keyof typeof light].replace(/^#fff$/, '#ffffff'))
    expect(grounds[theme].toSorted()).toEqual(used.toSorted())
    expect(quietText[theme]).toBe(tokens['--text-3'])
  }
})
