import { useMutation } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { quickOrder } from '#shared/api/uploads.ts'
import { call, CallError } from '#web/api/client.ts'
import type { CartMode } from '../additions.ts'
import { answerOf, createAnswerCache, type AnswerCache, type Question } from './answer-cache.ts'
import { createGrid, toStoredRows, type GridRow } from './grid-rows.ts'
import { saveGrid, readGrid } from './grid-store.ts'
import type { Answered } from './row-state.ts'

const pauseMs = 200

export type Grid = {
  rows: readonly GridRow[]
  setRows: (change: (rows: readonly GridRow[]) => readonly GridRow[]) => void
  answers: AnswerCache
  answerOf: (row: GridRow) => Answered
  error: Error | undefined
  mode: CartMode
  setMode: (mode: CartMode) => void
}

/** The rows of the grid, stored in the tab, with the server's answers under this contract. */
export function useGrid(storageKey: string, contract: number): Grid {
  const [rows, setRows] = useState<readonly GridRow[]>(() => createGrid(readGrid(storageKey).rows))
  const [mode, setMode] = useState<CartMode>(() => readGrid(storageKey).mode)
  const { mutateAsync: fetchAnswers } = useMutation({
    mutationFn: (questions: Question[]) => call(quickOrder, { contract, rows: questions }),
    // Typed faster than the rate limit allows: retry a moment later.
    retry: (failures, error) => failures < 3 && error instanceof CallError && error.status === 429,
    retryDelay: 1000,
  })
  const [answers] = useState(() =>
    createAnswerCache((questions) => fetchAnswers(questions).then(({ rows }) => rows), pauseMs),
  )
  const cached = useSyncExternalStore(answers.subscribe, answers.get)

  useEffect(() => {
    saveGrid(storageKey, { ...readGrid(storageKey), rows: toStoredRows(rows), mode })
    answers.setRows(rows)
  }, [storageKey, rows, mode, answers])

  return { rows, setRows, answers, answerOf: (row) => answerOf(cached, row), error: cached.error, mode, setMode }
}
