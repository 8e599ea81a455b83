import { expect, inject, test } from 'vitest'
import { killImport } from '#tests/soak/kill-import.ts'

test('an import killed three times ends in the same state as an uninterrupted one', async () => {
  const seed = Math.floor(Math.random() * 1_000_000)
  const { kills, expected, actual } = await killImport({
    goods: 1000,
    kills: 3,
    seed,
    clusterUrl: inject('clusterUrl'),
  })
  expect({ seed, kills, state: actual }).toEqual({ seed, kills: 3, state: expected })
}, 180_000)
