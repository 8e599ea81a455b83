import * as z from 'zod/mini'
import { basketStats } from './basket.ts'
import { contractOption } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { nothing, success, wireId } from './wire.ts'

export const setContract = endpoint({
  verb: 'POST',
  path: '/api/setContract/',
  right: 'contract.choose',
  summary: 'Choose the contract; returns the stats of its basket',
  input: z.object({ id: wireId }),
  reply: z.object({ ...success, stats: basketStats }),
})

export const initData = endpoint({
  verb: 'GET',
  path: '/api/initdata/',
  right: 'catalogue.view',
  summary: 'Contracts with their debt alerts',
  input: nothing,
  reply: z.object({ ...success, contracts: z.array(contractOption) }),
})
