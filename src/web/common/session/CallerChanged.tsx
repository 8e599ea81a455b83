import { createRoot } from 'react-dom/client'
import { whoAmI, type Me } from '#shared/api/account/access.ts'
import { isShownAccount } from '#web/api/caller.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'

let isOpen = false

/**
 * Another window began or ended acting as a buyer, or the time for it is over: nothing is done here in another name
 * until the person begins anew. A call that was on its way during the change shows nothing.
 */
export async function showCallerChanged(): Promise<void> {
  const { me } = await call(whoAmI, {})
  if (isOpen || me === null || isShownAccount(me.id)) return
  isOpen = true
  createRoot(document.body.appendChild(document.createElement('div'))).render(<CallerChanged me={me} />)
}

function CallerChanged({ me: { name, login, acting, organisation } }: { me: Me }) {
  return (
    <Modal
      opened
      fixed
      onClose={beginAnew}
      title={acting ? 'Вы работаете за покупателя' : 'Вы работаете от своего имени'}
      footer={
        <>
          <span className="grow" />
          <Button variant="primary" data-autofocus onClick={beginAnew}>
            Открыть заново
          </Button>
        </>
      }
    >
      <p>
        {acting
          ? `Теперь вы работаете ${acting.behalf}${organisation ? `, ${organisation.header}` : ''}.`
          : `Теперь вы работаете от своего имени: ${name || login}.`}{' '}
        Эта страница открыта от другого имени: сделать на ней ничего нельзя.
      </p>
    </Modal>
  )
}

function beginAnew(): void {
  location.assign('/')
}
