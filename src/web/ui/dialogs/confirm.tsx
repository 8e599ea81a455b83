import { createContext, lazy, Suspense, useContext, useState, type ReactNode } from 'react'

type Question = { text: string; answer: (confirmed: boolean) => void }
type Confirm = (text: string) => Promise<boolean>

const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false))
const ConfirmDialog = lazy(() =>
  import('./ConfirmDialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
)

/** `if (await confirm('Удалить отмеченные товары?'))`: asks under 'Подтвердите действие', Да / Нет [M.9]. */
export function useConfirm(): Confirm {
  return useContext(ConfirmContext)
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()
  const [confirm] = useState<Confirm>(
    () => (text: string) => new Promise<boolean>((answer) => setQuestion({ text, answer })),
  )
  function settle(confirmed: boolean) {
    question?.answer(confirmed)
    setQuestion(undefined)
  }
  return (
    <ConfirmContext value={confirm}>
      {children}
      {question && (
        <Suspense>
          <ConfirmDialog text={question.text} onAnswer={settle} />
        </Suspense>
      )}
    </ConfirmContext>
  )
}
