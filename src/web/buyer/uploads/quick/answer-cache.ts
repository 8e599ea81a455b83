import type { UploadRow } from '#shared/api/uploads.ts'
import type { GridRow } from './grid-rows.ts'
import { estimateAnswer, type Answered } from './row-state.ts'

export type Question = { code: string; qnt: string; id: number | null; pasted: boolean }

/** State of the answers at one moment. */
export type CachedAnswers = {
  exact: ReadonlyMap<string, UploadRow>
  byCode: ReadonlyMap<string, UploadRow>
  error: Error | undefined
}

type TypedRow = Pick<GridRow, 'code' | 'qnt' | 'id' | 'pasted'>

const noAnswers: CachedAnswers = { exact: new Map(), byCode: new Map(), error: undefined }

/**
 * Caches the server's answers to the rows of a grid, requested together when typing pauses. Answers are stored by
 * question, so that a late one is never shown for a newer text.
 */
export function createAnswerCache(fetchAnswers: (questions: Question[]) => Promise<UploadRow[]>, pauseMs: number) {
  const listeners = new Set<() => void>()
  const inFlight = new Map<string, Promise<void>>()
  let currentRows: readonly TypedRow[] = []
  let cached = noAnswers
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Sets the current rows. */
  function setRows(rows: readonly TypedRow[]): void {
    currentRows = rows
    clearTimeout(timer)
    if (missingQuestions().length > 0) timer = setTimeout(() => void fetchMissing(), pauseMs)
  }

  /** Requests missing answers at once; resolves to true when all are known. */
  async function fetchAll(rows: readonly TypedRow[]): Promise<boolean> {
    currentRows = rows
    await fetchMissing()
    await Promise.all(inFlight.values())
    return missingQuestions().length === 0
  }

  async function fetchMissing(): Promise<void> {
    clearTimeout(timer)
    const newQuestions = missingQuestions().filter(([question]) => !inFlight.has(question))
    if (newQuestions.length === 0) return
    const questions = newQuestions.map(([, { code, qnt, id, pasted }]) => ({
      code: code.trim(),
      qnt: qnt.trim(),
      id,
      pasted,
    }))
    const answer = fetchAnswers(questions).then(
      (answers) => storeAnswers(newQuestions, answers),
      (error: unknown) =>
        notifyListeners({ ...cached, error: error instanceof Error ? error : new Error(String(error)) }),
    )
    for (const [question] of newQuestions) inFlight.set(question, answer)
    await answer
    for (const [question] of newQuestions) inFlight.delete(question)
  }

  function storeAnswers(requested: [string, TypedRow][], answers: readonly UploadRow[]): void {
    const current = new Set(currentRows.map(codeKey))
    const stored = [...cached.exact].filter(([question]) => current.has(codeKeyOfQuestion(question)))
    const newAnswers = requested.flatMap(([question], index): [string, UploadRow][] =>
      answers[index] ? [[question, answers[index]]] : [],
    )
    const exact = new Map([...stored, ...newAnswers])
    notifyListeners({
      exact,
      byCode: new Map([...exact].map(([question, answer]) => [codeKeyOfQuestion(question), answer])),
      error: undefined,
    })
  }

  /** Questions without duplicates of rows that have a code and no answer yet. */
  function missingQuestions(): [string, TypedRow][] {
    const questions = new Map(
      currentRows.filter(({ code }) => code.trim() !== '').map((row) => [questionKey(row), row]),
    )
    return [...questions].filter(([question]) => !cached.exact.has(question))
  }

  /** Stock or prices have changed: refetch everything. */
  function invalidate(): void {
    notifyListeners(noAnswers)
    setRows(currentRows)
  }

  function notifyListeners(next: CachedAnswers): void {
    cached = next
    for (const listener of listeners) listener()
  }

  return {
    setRows,
    fetchAll,
    invalidate,
    retry: () => void fetchMissing(),
    get: () => cached,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type AnswerCache = ReturnType<typeof createAnswerCache>

/** The answer for a row; for another quantity of the same code, derived from the known answer. */
export function answerOf({ exact, byCode, error }: CachedAnswers, row: TypedRow): Answered {
  if (row.code.trim() === '') return { answer: undefined, isWaiting: false }
  const answer = exact.get(questionKey(row))
  if (answer) return { answer, isWaiting: false }
  const sameCode = byCode.get(codeKey(row))
  return { answer: sameCode && estimateAnswer(sameCode, row.qnt), isWaiting: error === undefined }
}

function questionKey(row: TypedRow): string {
  return `${codeKey(row)}\n${row.qnt.trim()}`
}

function codeKey({ code, id, pasted }: TypedRow): string {
  return `${id ?? ''}\t${pasted ? 'pasted' : ''}\t${code.trim()}`
}

function codeKeyOfQuestion(question: string): string {
  return question.slice(0, question.lastIndexOf('\n'))
}
