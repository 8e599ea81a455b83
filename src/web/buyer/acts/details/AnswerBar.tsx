import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { ActDetails } from '#shared/api/money/acts.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { money, withCount } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { normaliseActSearch } from '../acts-url.ts'
import { useChangeAct } from '../use-acts.ts'
import { ContinueLater } from './ContinueLater.tsx'
import { blockedText, progressText } from './texts.ts'
import styles from './act.module.css'

type AnswerBarProps = {
  act: ActDetails
  /** Moves the focus to a line. */
  onLine: (match: number) => void
}

/** Progress of the answers, and the answer to the act as a whole. */
export function AnswerBar({ act, onLine }: AnswerBarProps) {
  const { id, number, state, book, closing, disputed, first_unanswered: firstUnanswered } = act
  const change = useChangeAct()
  const confirm = useConfirm()
  const notify = useNotify()
  const reasonId = useId()
  const linkId = useId()
  if (state !== 'ready') return null

  async function answer(kind: 'confirm' | 'dispute', question: string, done: string): Promise<void> {
    // What is missing is named beside the button, and this is the way to it.
    if (firstUnanswered) return document.getElementById(linkId)?.click()
    if ((kind === 'confirm' && disputed > 0) || !(await confirm(question))) return
    change.mutate(
      { id, change: kind },
      {
        onSuccess: () => notify({ tone: 'ok', text: done, fadeMs: 3000 }),
        onError: ({ message }) => notify({ tone: 'bad', text: message }),
      },
    )
  }

  const isPending = (kind: 'confirm' | 'dispute') => change.isPending && change.variables.change === kind
  const blocked = blockedText(act)
  return (
    <div className={`${styles.answerBar} no-print`} role="group" aria-label="Ответ на акт" data-own-bar>
      <div className={styles.progress}>
        <span role="status">
          {progressText(act)}
          {firstUnanswered && ': '}
        </span>
        {firstUnanswered && (
          <Link
            id={linkId}
            to="/acts/$id"
            params={{ id: String(id) }}
            search={normaliseActSearch({ view: 'differences', page: firstUnanswered.page })}
            resetScroll={false}
            aria-label={`Перейти к строке без ответа: ${firstUnanswered.title}`}
            onClick={() => onLine(firstUnanswered.match)}
          >
            {firstUnanswered.title}
          </Link>
        )}
        {blocked !== '' && (
          <span id={reasonId} className={`${styles.blocked} small muted`}>
            {blocked}
          </span>
        )}
      </div>
      {(book || disputed > 0) && <ContinueLater act={act} />}
      <Button
        variant={disputed === 0 ? 'primary' : undefined}
        busy={isPending('confirm')}
        aria-disabled={blocked !== '' || undefined}
        aria-describedby={blocked === '' ? undefined : reasonId}
        onClick={() =>
          void answer(
            'confirm',
            `Подтвердить акт ${number}? Ваш долг на конец периода – ${money(closing)}.`,
            `Акт ${number} подтверждён`,
          )
        }
      >
        Подтвердить акт
      </Button>
      {disputed > 0 && (
        <Button
          variant="primary"
          busy={isPending('dispute')}
          aria-disabled={firstUnanswered !== null || undefined}
          aria-describedby={firstUnanswered ? reasonId : undefined}
          onClick={() =>
            void answer(
              'dispute',
              'Отправить поставщику ' +
                `${withCount(disputed, ['спорную строку', 'спорные строки', 'спорных строк'])}? ` +
                'После этого ответы не изменить.',
              'Разногласия отправлены поставщику',
            )
          }
        >
          Отправить разногласия
        </Button>
      )}
    </div>
  )
}
