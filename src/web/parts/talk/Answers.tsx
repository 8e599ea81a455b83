import styles from './talk.module.css'

export type Answer = { name: string; text: string }

/** Canned answers above the field: ↑ ↓ move among them, Enter takes one, Esc closes them. */
export function Answers({
  answers,
  chosen,
  onTake,
}: {
  answers: readonly Answer[]
  chosen: number
  onTake: (answer: Answer) => void
}) {
  return (
    <section className={styles.answers} aria-label="Готовые ответы">
      <p className="small dim">
        Готовые ответы
        <span className="grow" />
        <kbd>↑↓</kbd> <kbd>Enter</kbd> вставить <kbd>Esc</kbd>
      </p>
      <ul>
        {answers.map((answer, index) => (
          <li key={answer.name} data-chosen={index === chosen || undefined}>
            <button type="button" aria-current={index === chosen || undefined} onClick={() => onTake(answer)}>
              <b>{answer.name}</b>
              <span className="clip">{answer.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
