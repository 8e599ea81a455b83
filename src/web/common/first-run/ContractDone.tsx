import type { Setup } from '#shared/api/account/setup.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { CopyField } from './CopyField.tsx'
import { useFinishSetup, useRenewOwnerPassword, type useMakeFirstContract } from './use-setup.ts'
import { shownOnce } from './step-hints.ts'

type DoneProps = { contract: NonNullable<Setup['contract']>; make: ReturnType<typeof useMakeFirstContract> }

/** Sign-in details for the buyer, and the last step of the first run. */
export function ContractDone({ contract: { company, inn, number, owner }, make }: DoneProps) {
  const renew = useRenewOwnerPassword()
  const finish = useFinishSetup()
  const password = renew.data?.owner.password ?? make.data?.owner.password ?? undefined
  const error = renew.error ?? finish.error
  return (
    <Card title="Первый договор открыт">
      <CardBody>
        <div className="column">
          <p>
            <b className="bold">{company}</b>, ИНН {inn}, договор № {number}
          </p>
          {error && (
            <Note tone="bad" role="alert">
              {error.message}
            </Note>
          )}
          {owner !== null && (
            <CopyField label="Логин владельца" value={owner} copied="Логин скопирован" focused={make.isSuccess} />
          )}
          {password !== undefined ? (
            <>
              <CopyField key={password} label="Пароль владельца" value={password} copied="Пароль скопирован" />
              <p className="small dim">{shownOnce}: передайте его покупателю.</p>
            </>
          ) : (
            owner !== null && (
              <div className="row wrap">
                <span className="small dim">Пароль владельца уже показан.</span>
                <Button small busy={renew.isPending} onClick={() => renew.mutate(undefined)}>
                  Новый пароль
                </Button>
              </div>
            )
          )}
          <Button variant="primary" wide busy={finish.isPending} onClick={() => finish.mutate()}>
            Завершить запуск
          </Button>
          <p className="small dim">После этого страница запуска закроется навсегда.</p>
        </div>
      </CardBody>
    </Card>
  )
}
