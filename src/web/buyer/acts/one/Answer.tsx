import { useState } from 'react'
import type { ActDetails, ActRow } from '#shared/api/money/acts.ts'
import { matchOutcomes } from '#shared/rules/act-outcomes.ts'
import { Button } from '#web/ui/Button.tsx'
import { BarInput } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useAnswerMatch } from '../use-acts.ts'
import styles from './act.module.css'

type AnswerProps = { act: ActDetails; row: ActRow; title: string }
type Choice = 'agree' | 'dispute'

const choices = [
  { value: 'agree', label: 'Согласны' },
  { value: 'dispute', label: 'Спорим' },
] as const

/** Difference of a line, and the answer to it. */
export function Answer({ act, row, title }: AnswerProps) {
  const { outcome, cause, comment, answer } = row
  const { label, needsAnswer, isDifference } = matchOutcomes[outcome]
  const open = act.state === 'ready'
  return (
    <div className={styles.answer}>
      <div className={styles.why}>
        {outcome !== 'same' && (
          <span className={styles.cause}>
            <Tag tone={needsAnswer ? 'bad' : 'info'}>{label}</Tag> {cause}
          </span>
        )}
        {isDifference && !needsAnswer && <span className="small dim">На сальдо не влияет, отвечать не нужно</span>}
        {!open && answer && (
          <span className="small">
            {answer === 'agree' ? 'Согласны' : 'Спорим'}
            {comment && `: «${comment}»`}
          </span>
        )}
      </div>
      {open && <Choices act={act} row={row} title={title} />}
    </div>
  )
}

function Choices({ act: { id }, row, title }: AnswerProps) {
  const { match, outcome, answer: saved, comment } = row
  const saving = useAnswerMatch()
  const notify = useNotify()
  const answer = saving.isPending ? saving.variables.answer : saved

  function save(next: Choice | 'none', words = ''): void {
    saving.mutate(
      { id, match, answer: next, ...(words === '' ? {} : { comment: words }) },
      { onError: ({ message }) => notify({ tone: 'bad', text: message }) },
    )
  }

  if (!matchOutcomes[outcome].needsAnswer && answer !== 'dispute')
    return (
      <Button small variant="plain" className={styles.disputeButton} onClick={() => save('dispute')}>
        Спорить
        <span className="unseen"> по строке {title}</span>
      </Button>
    )
  return (
    <div className={styles.choices}>
      <Segments<Choice | 'none'>
        label={`Ответ по строке ${title}`}
        options={choices}
        value={answer ?? 'none'}
        // Pressing the chosen answer again clears it.
        onChange={(next) => save(next === answer ? 'none' : next, next === 'dispute' ? comment : '')}
      />
      {answer === 'dispute' && <Comment value={comment} title={title} onSave={(words) => save('dispute', words)} />}
    </div>
  )
}

/** Reason for disputing a line, saved on blur. */
function Comment({ value, title, onSave }: { value: string; title: string; onSave: (words: string) => void }) {
  const [words, setWords] = useState(value)
  const save = () => words.trim() !== value && onSave(words.trim())
  return (
    <BarInput
      label={`С чем не согласны: ${title}`}
      placeholder="С чем не согласны"
      maxLength={500}
      value={words}
      onChange={({ currentTarget }) => setWords(currentTarget.value)}
      onBlur={save}
      onKeyDown={({ key }) => key === 'Enter' && save()}
    />
  )
}
