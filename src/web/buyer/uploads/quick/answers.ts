import type { UploadRow } from '#shared/api/uploads.ts'
import type { GridRow } from './grid-rows.ts'
import { expected, type Answered } from './row-state.ts'

export type Question = { code: string; qnt: string; id: number | null; pasted: boolean }

/** State of the answers at one moment. */
export type Known = {
  exact: ReadonlyMap<string, UploadRow>
  byCode: ReadonlyMap<string, UploadRow>
  error: Error | undefined
}

type Typed = Pick<GridRow, 'code' | 'qnt' | 'id' | 'pasted'>

const nothing: Known = { exact: new Map(), byCode: new Map(), error: undefined }

/**
 * The server's answers to the rows of a grid, requested together when typing pauses. Each is stored by its question, so
 * that a late one is never shown beside a newer text.
 */
export function createAnswers(fetchAnswers: (questions: Question[]) => Promise<UploadRow[]>, pauseMs: number) {
  const listeners = new Set<() => void>()
  const inFlight = new Map<string, Promise<void>>()
  let wanted: readonly Typed[] = []
  let known = nothing
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Sets the current rows. */
  function request(rows: readonly Typed[]): void {
    wanted = rows
    clearTimeout(timer)
    if (missing().length > 0) timer = setTimeout(() => void send(), pauseMs)
  }

  /** Requests missing answers at once; resolves to true when all are known. */
  async function settle(rows: readonly Typed[]): Promise<boolean> {
    wanted = rows
    await send()
    await Promise.all(inFlight.values())
    return missing().length === 0
  }

  async function send(): Promise<void> {
    clearTimeout(timer)
    const fresh = missing().filter(([question]) => !inFlight.has(question))
    if (fresh.length === 0) return
    const questions = fresh.map(([, { code, qnt, id, pasted }]) => ({ code: code.trim(), qnt: qnt.trim(), id, pasted }))
    const answer = fetchAnswers(questions).then(
      (answers) => take(fresh, answers),
      (error: unknown) =>
        notifyListeners({ ...known, error: error instanceof Error ? error : new Error(String(error)) }),
    )
    for (const [question] of fresh) inFlight.set(question, answer)
    await answer
    for (const [question] of fresh) inFlight.delete(question)
  }

  function take(requested: [string, Typed][], answers: readonly UploadRow[]): void {
    const current = new Set(wanted.map(codeOf))
    const stored = [...known.exact].filter(([question]) => current.has(codeOfQuestion(question)))
    const fresh = requested.flatMap(([question], index): [string, UploadRow][] =>
      answers[index] ? [[question, answers[index]]] : [],
    )
    const exact = new Map([...stored, ...fresh])
    notifyListeners({
      exact,
      byCode: new Map([...exact].map(([question, answer]) => [codeOfQuestion(question), answer])),
      error: undefined,
    })
  }

  /** Questions without duplicates of rows that have a code and no answer yet. */
  function missing(): [string, Typed][] {
    const questions = new Map(wanted.filter(({ code }) => code.trim() !== '').map((row) => [questionOf(row), row]))
    return [...questions].filter(([question]) => !known.exact.has(question))
  }

  /** Stock or prices have changed: refetch everything. */
  function forget(): void {
    notifyListeners(nothing)
    request(wanted)
  }

  function notifyListeners(next: Known): void {
    known = next
    for (const listener of listeners) listener()
  }

  return {
    request,
    settle,
    forget,
    retry: () => void send(),
    get: () => known,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Answers = ReturnType<typeof createAnswers>

/** The answer for a row; for another quantity of the same code, derived from the known answer. */
export function answerOf({ exact, byCode, error }: Known, row: Typed): Answered {
  if (row.code.trim() === '') return { answer: undefined, waiting: false }
  const answer = exact.get(questionOf(row))
  if (answer) return { answer, waiting: false }
  const near = byCode.get(codeOf(row))
  return { answer: near && expected(near, row.qnt), waiting: error === undefined }
}

function questionOf(row: Typed): string {
  return `${codeOf(row)}\n${row.qnt.trim()}`
}

function codeOf({ code, id, pasted }: Typed): string {
  return `${id ?? ''}\t${pasted ? 'pasted' : ''}\t${code.trim()}`
}

function codeOfQuestion(question: string): string {
  return question.slice(0, question.lastIndexOf('\n'))
}
