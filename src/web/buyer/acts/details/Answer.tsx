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
type AnswerChoice = 'agree' | 'dispute'

const choices = [
  { value: 'agree', label: 'Согласны' },
  { value: 'dispute', label: 'Спорим' },
] as const

/** Difference of a line, and the answer to it. */
export function Answer({ act, row, title }: AnswerProps) {
  const { outcome, cause, comment, answer, reply, reply_reason: reason } = row
  const { label, needsAnswer, isDifference } = matchOutcomes[outcome]
  const isOpen = act.state === 'ready'
  return (
    <div className={styles.answer}>
      <div className={styles.difference}>
        {outcome !== 'same' && (
          <span className={styles.cause}>
            <Tag tone={needsAnswer ? 'bad' : 'info'}>{label}</Tag> {cause}
          </span>
        )}
        {isDifference && !needsAnswer && <span className="small dim">На сальдо не влияет, отвечать не нужно</span>}
        {!isOpen && answer && (
          <span className="small">
            {answer === 'agree' ? 'Согласны' : 'Спорим'}
            {comment && `: «${comment}»`}
          </span>
        )}
        {reply && (
          <span className="small">
            <b className={`bold ${reply === 'accept' ? 'ok' : 'bad'}`}>
              {reply === 'accept' ? 'Поставщик согласен' : 'Поставщик отказал'}
            </b>
            {reason && `: ${reason}`}
          </span>
        )}
      </div>
      {isOpen && <AnswerButtons act={act} row={row} title={title} />}
    </div>
  )
}

function AnswerButtons({ act: { id }, row, title }: AnswerProps) {
  const { match, outcome, answer: savedAnswer, comment } = row
  const notify = useNotify()
  const saving = useAnswerMatch(id, { onError: ({ message }) => notify({ tone: 'bad', text: message }) })
  const answer = saving.isPending ? saving.variables.answer : savedAnswer

  function save(next: AnswerChoice | 'none', text = ''): void {
    saving.mutate({ match, answer: next, ...(text === '' ? {} : { comment: text }) })
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
      <Segments<AnswerChoice | 'none'>
        label={`Ответ по строке ${title}`}
        options={choices}
        value={answer ?? 'none'}
        // Pressing the chosen answer again clears it.
        onChange={(next) => save(next === answer ? 'none' : next, next === 'dispute' ? comment : '')}
      />
      {answer === 'dispute' && <DisputeReason value={comment} title={title} onSave={(text) => save('dispute', text)} />}
    </div>
  )
}

/** Reason for disputing a line, saved on blur. */
function DisputeReason({ value, title, onSave }: { value: string; title: string; onSave: (text: string) => void }) {
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
