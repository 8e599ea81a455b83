import type { PriceLink } from '#shared/api/price-lists.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { day, dateTime } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { useRevokeLink } from './use-price-lists.ts'
import styles from './price-lists.module.css'

export function LinkRow({
  link: { id, header, url, works, author, created_at: createdAt, last_used_at: lastUsedAt },
  contract,
}: {
  link: PriceLink
  contract: number
}) {
  const confirm = useConfirm()
  const notify = useNotify()
  const copyText = useCopy()
  const revoke = useRevokeLink(contract)

  async function confirmRevoke() {
    if (!(await confirm(`Отозвать ссылку «${header}»? Сайт, который ей пользуется, больше не получит прайс-лист.`)))
      return
    revoke.mutate(id, {
      onSuccess: () => notify({ tone: 'ok', text: `Ссылка «${header}» отозвана` }),
      onError: ({ message }) => notify({ tone: 'bad', title: 'Ссылка не отозвана', text: message }),
    })
  }

  function copy() {
    copyText(url, { tone: 'ok', text: 'Ссылка скопирована' })
  }

  const used = lastUsedAt === null ? 'Ещё не открывали' : `Открывали ${dateTime(lastUsedAt)}`
  return (
    <li className={styles.linkRow}>
      <div className="row">
        <span className="bold clip" title={header}>
          {header}
        </span>
        <span className="grow" />
        <Button small icon="copy" aria-label={`Скопировать ссылку «${header}»`} onClick={copy}>
          Скопировать
        </Button>
        <Button
          small
          variant="danger"
          busy={revoke.isPending}
          aria-label={`Отозвать ссылку «${header}»`}
          onClick={() => void confirmRevoke()}
        >
          Отозвать
        </Button>
      </div>
      <code className={styles.address}>{url}</code>
      {!works && <span className="small">Не работает: договор сейчас не действует или закрыт для автора ссылки</span>}
      <span className="small dim">
        {used} · создана {day(createdAt)}, {author}
      </span>
    </li>
  )
}
