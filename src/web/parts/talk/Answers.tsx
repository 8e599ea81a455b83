import { Button } from '#web/ui/Button.tsx'
import styles from './talk.module.css'

export type Answer = { name: string; text: string }

type AnswersProps = {
  answers: readonly Answer[]
  /** The answer that Enter takes. */
  chosen: number
  onTake: (answer: Answer) => void
  onEdit: () => void
}

/** Canned answers above the field: ↑ ↓ choose one, Enter takes it, Esc closes the list. */
export function Answers({ answers, chosen, onTake, onEdit }: AnswersProps) {
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
          <li key={answer.name} data-chosen={index === chosen || undefined}>
            <button type="button" aria-current={index === chosen || undefined} onClick={() => onTake(answer)}>
              <b>/{answer.name}</b>
              <span className="clip">{answer.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
