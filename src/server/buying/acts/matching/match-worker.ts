import { parentPort, workerData } from 'node:worker_threads'
import { matchLedgers } from './match-ledgers.ts'
import type { Books } from './run-matching.ts'

const { ours, theirs, outside } = workerData as Books
parentPort?.postMessage(matchLedgers(ours, theirs, outside), [])
