import { useMutation } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { quickOrder } from '#shared/api/uploads.ts'
import { call, CallError } from '#web/api/client.ts'
import type { CartMode } from '../review/review-rows.ts'
import { answerOf, createAnswers, type Answers, type Question } from './answers.ts'
import { gridOf, keptOf, type GridRow } from './grid-rows.ts'
import { keepGrid, readGrid } from './grid-store.ts'
import type { Answered } from './row-news.ts'

const pauseMs = 200

export type Grid = {
  rows: readonly GridRow[]
  update: (change: (rows: readonly GridRow[]) => readonly GridRow[]) => void
  answers: Answers
  answerOf: (row: GridRow) => Answered
  error: Error | undefined
  mode: CartMode
  setMode: (mode: CartMode) => void
}

/** The rows of the grid, kept in the tab, and what the server says to them under this contract. */
export function useGrid(place: string, contract: number): Grid {
  const [rows, update] = useState<readonly GridRow[]>(() => gridOf(readGrid(place).rows))
  const [mode, setMode] = useState<CartMode>(() => readGrid(place).mode)
  const { mutateAsync: ask } = useMutation({
    mutationFn: (questions: Question[]) => call(quickOrder, { contract, rows: questions }),
    // Typed faster than the server lets one search: a moment later it does.
    retry: (failures, error) => failures < 3 && error instanceof CallError && error.status === 429,
    retryDelay: 1000,
  })
  const [answers] = useState(() => createAnswers((questions) => ask(questions).then(({ rows }) => rows), pauseMs))
  const known = useSyncExternalStore(answers.subscribe, answers.get)

  useEffect(() => {
    keepGrid(place, { ...readGrid(place), rows: keptOf(rows), mode })
    answers.want(rows)
  }, [place, rows, mode, answers])

  return { rows, update, answers, answerOf: (row) => answerOf(known, row), error: known.error, mode, setMode }
}
