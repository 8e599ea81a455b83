import { describe, expect, test } from 'vitest'
import { killApp } from './soak/kill-app.ts'
import { killDatabase } from './soak/kill-database.ts'
import { disruptUnderOrders } from './soak/under-orders.ts'

/**
 * Short versions of these soaks: `npm run soak` kills a hundred times, on demo data, and requires readiness within 5
 * seconds.
 */
const short = { times: 2, demo: false, buyers: 6, maxSeconds: 120, delayMs: { min: 300, max: 600 } }

describe('under load every acknowledged order is stored once and reservations are exact', () => {
  test.each([
    ['kill -9 of the app, its PostgreSQL included', killApp],
    ['immediate stops of PostgreSQL under the app', killDatabase],
  ])(
    'after %s',
    async (_, disrupt) => {
      const { failedChecks } = await disruptUnderOrders({ ...short, disrupt })
      expect(failedChecks).toEqual([])
    },
    400_000,
  )
})
