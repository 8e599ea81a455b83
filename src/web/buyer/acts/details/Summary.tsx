import type { ActDetails } from '#shared/api/money/acts.ts'
import { matchOutcomes } from '#shared/rules/act-outcomes.ts'
import { kopecks, roubles } from '#shared/rules/money.ts'
import { price, withCount } from '#web/ui/format.ts'
import { BookFile } from './BookFile.tsx'
import { shortDocument } from './lines.ts'
import styles from './act.module.css'

/** From our closing balance to the buyer's: the effect of each difference. */
export function Summary({ act }: { act: ActDetails }) {
  const { closing, enddate, book, steps, further_steps: remainingCount, difference, seller } = act
  return (
    <div className={styles.summary}>
      <BookFile act={act} />
      <Step name={`Долг: учёт ${seller?.name ?? 'поставщика'}`} sum={price(closing)} note={`на ${enddate}`} strong />
      {steps.map(({ match, title, outcome, effect }) => (
        <Step
          key={match ?? 'opening'}
          name={title}
          sum={signedSum(effect)}
          note={outcome === null ? 'на начало' : matchOutcomes[outcome].label}
        />
      ))}
      {remainingCount > 0 && (
        <Step
          name="Ещё"
          sum={withCount(remainingCount, ['расхождение', 'расхождения', 'расхождений'])}
          note="в таблице ниже"
        />
      )}
      {book && difference !== null && (
        <Step
          name="Долг: ваш учёт"
          sum={price(roubles(kopecks(closing) - kopecks(difference)))}
          note={difference === 0 ? 'совпадает' : `разница ${price(Math.abs(difference))}`}
          strong
        />
      )}
    </div>
  )
}

function Step({ name, sum, note, strong }: { name: string; sum: string; note: string; strong?: boolean }) {
  return (
    <dl className={styles.step} data-strong={strong}>
      <dt title={name}>{shortDocument(name)}</dt>
      <dd>{sum}</dd>
      <dd className={styles.stepNote}>{note}</dd>
    </dl>
  )
}

function signedSum(effect: number): string {
  return effect > 0 ? `+${price(effect)}` : price(effect)
}
