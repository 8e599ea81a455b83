import { expect, test } from 'vitest'
import { isComplaintQuantity } from '#shared/rules/aftersale/claims.ts'
import { addComplaint, readComplaints } from './complaints-cookie.ts'

test('[V.16] the cookie stores product id → quantity, and adding a good again adds 1', () => {
  const written = encodeURIComponent(JSON.stringify({ 7: 2, 9: 1 }))
  const read = readComplaints(`a=b; complaints=${written}`)
  expect(read).toEqual({ 7: 2, 9: 1 })
  expect(addComplaint(addComplaint(read, 7), 8)).toEqual({ 7: 3, 9: 1, 8: 1 })
})

test.each(['', 'complaints=', 'complaints=%5B', 'complaints={"a":1,"7":-1,"8":1.5,"9":"2"}', 'complaints=null'])(
  'an invalid cookie %j is read as empty',
  (cookie) => expect(readComplaints(cookie)).toEqual({}),
)

test('[V.16] a quantity is a whole number that begins with 1 to 9', () => {
  expect(['1', '12', '100', ' 5 '].map(isComplaintQuantity)).toEqual([true, true, true, true])
  expect(['', '0', '01', '-1', '1.5', '1,5', 'два', '1e3'].some(isComplaintQuantity)).toBe(false)
})
