import type { Registration } from '#shared/api/staff/registrations.ts'
import { Button } from '#web/ui/Button.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { reasonChoices } from './texts.ts'
import { useReopen } from './use-registrations.ts'

/** The decision and its result. */
export function Decision({ request: { id, status, decision } }: { request: Registration }) {
  const notify = useNotify()
  const reopen = useReopen()
  const { organisation, contract } = decision
  const byWhom = [decision.by, decision.at && dateTime(decision.at)].filter(Boolean).join(', ')
  if (status === 'approved')
    return (
      <Note tone="ok">
        <b className="bold">Доступ открыт.</b> {organisation?.header}, договор {contract?.header}. {byWhom}
      </Note>
    )
  const reason = reasonChoices.find(({ value }) => value === decision.reason)?.label
  return (
    <Note
      tone="bad"
      action={
        <Button
          small
          busy={reopen.isPending}
          onClick={() =>
            reopen.mutate(
              { id },
              { onError: ({ message }) => notify({ tone: 'bad', title: 'Заявка не возвращена', text: message }) },
            )
          }
        >
          Вернуть на проверку
        </Button>
      }
    >
      <b className="bold">{reason ?? 'Отказано'}.</b> {decision.text} {byWhom}
      {decision.blocks_inn && '. Заявки с этим ИНН больше не принимаем'}
    </Note>
  )
}
