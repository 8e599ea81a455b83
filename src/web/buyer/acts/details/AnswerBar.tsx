import type { ActDetails } from '#shared/api/money/acts.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { money, withCount } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { useChangeAct } from '../use-acts.ts'
import styles from './act.module.css'

/** Progress of the answers, and the answer to the act as a whole. */
export function AnswerBar({ act }: { act: ActDetails }) {
  const { id, number, state, closing, disputed, unanswered } = act
  const change = useChangeAct()
  const confirm = useConfirm()
  const notify = useNotify()
  if (state !== 'ready') return null

  async function answer(kind: 'confirm' | 'dispute', question: string, done: string): Promise<void> {
    if (!(await confirm(question))) return
    change.mutate(
      { id, change: kind },
      {
        onSuccess: () => notify({ tone: 'ok', text: done, fadeMs: 3000 }),
        onError: ({ message }) => notify({ tone: 'bad', text: message }),
      },
    )
  }

  const isPending = (kind: 'confirm' | 'dispute') => change.isPending && change.variables.change === kind
  return (
    <div className={`${styles.answerBar} no-print`} role="group" aria-label="Ответ на акт" data-own-bar>
      <span role="status">{answersText(act)}</span>
      <span className="grow" />
      <Button
        variant={disputed === 0 ? 'primary' : undefined}
        busy={isPending('confirm')}
        disabled={disputed > 0 || unanswered > 0}
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
          disabled={unanswered > 0}
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

function answersText({ book, differences, disputed, unanswered }: ActDetails): string {
  const parts = [
    book ? `Расхождений: ${differences}` : 'Подтвердите акт или отметьте строки, с которыми спорите',
    disputed > 0 && `спорных строк: ${disputed}`,
    unanswered > 0 && `без ответа: ${unanswered}`,
  ]
  return parts.filter(Boolean).join(', ')
}
