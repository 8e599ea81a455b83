import { useMutation, useQuery } from '@tanstack/react-query'
import { enterDemo, getUserDemo } from '#shared/api/account/visitors.ts'
import { requestAccess } from '#shared/texts.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { Note } from '#web/ui/Note.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'

type DemoEntryProps = { onClose: () => void; onRegister: () => void }

/** Dialog shown at the address of the demo mode [R.2]. */
export function DemoEntry({ onClose, onRegister }: DemoEntryProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['demo'],
    queryFn: ({ signal }) => call(getUserDemo, {}, { signal }),
  })
  const entry = useMutation({
    mutationFn: () => call(enterDemo, {}),
    // The portal loads as after any sign-in.
    onSuccess: () => location.assign('/'),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title="Демо-режим"
      footer={
        <>
          <Button onClick={onClose}>Войти по паролю</Button>
          <span className="grow" />
          {data?.isOpen === false ? (
            <Button variant="primary" onClick={onRegister}>
              Запросить доступ
            </Button>
          ) : (
            <Button
              variant="primary"
              data-autofocus
              busy={!data || entry.isPending || entry.isSuccess}
              onClick={() => entry.mutate()}
            >
              Войти в демо-режим
            </Button>
          )}
        </>
      }
    >
      <div className="column">
        {entry.error && (
          <Note tone="bad" role="alert">
            {entry.error.message}
          </Note>
        )}
        {error && <LoadError error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton width="80%" height={36} />}
        {data && (data.isOpen ? <Terms /> : <p>Сейчас демо-режим закрыт. {requestAccess}.</p>)}
      </div>
    </Modal>
  )
}

/** Terms of the demo mode. */
function Terms() {
  return (
    <>
      <p>Посмотрите портал изнутри, без регистрации: каталог с ценами и остатками, корзина, заказы, документы.</p>
      <p className="muted">
        Заказы никуда не уходят, писем портал не пошлёт. Что вы сделаете, видно только вам и удалится ночью.
      </p>
    </>
  )
}
