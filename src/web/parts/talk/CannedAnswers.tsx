import { Button } from '#web/ui/Button.tsx'
import styles from './talk.module.css'

export type CannedAnswer = { name: string; text: string }

type CannedAnswersProps = {
  answers: readonly CannedAnswer[]
  /** The answer that Enter inserts. */
  activeIndex: number
  onChoose: (answer: CannedAnswer) => void
  onEdit: () => void
}

/** Canned answers above the field: ↑ ↓ choose one, Enter inserts it, Esc closes the list. */
export function CannedAnswers({ answers, activeIndex, onChoose, onEdit }: CannedAnswersProps) {
  return (
    <section className={styles.answers} aria-label="Готовые ответы">
      <p className="small dim">
        {answers.length > 0 ? 'Готовые ответы' : 'Такого готового ответа нет'}
        <span className="grow" />
        {answers.length > 0 && (
          <>
            <kbd>↑↓</kbd> <kbd>Enter</kbd> вставить
          </>
        )}{' '}
        <kbd>Esc</kbd>
        <Button small onClick={onEdit}>
          Изменить список
        </Button>
      </p>
      <ul>
        {answers.map((answer, index) => (
          <li key={answer.name} data-chosen={index === activeIndex || undefined}>
            <button type="button" aria-current={index === activeIndex || undefined} onClick={() => onChoose(answer)}>
              <b>/{answer.name}</b>
              <span className="clip">{answer.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
