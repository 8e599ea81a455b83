import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ComponentProps } from 'react'
import type { Me } from '#shared/api/account/access.ts'
import type { Consignee } from '#shared/api/organisation/consignees.ts'
import type { Contragent } from '#shared/api/organisation/contragents.ts'
import { addressesQuery, consigneesQuery } from '#web/parts/recipients/use-recipients.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { withCount } from '#web/ui/format.ts'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { AddressesCard } from './AddressesCard.tsx'
import { AttorneyNote } from './AttorneyNote.tsx'
import { ConsigneesCard } from './ConsigneesCard.tsx'
import { ContragentList, contractForms } from './ContragentList.tsx'
import { ContragentPart } from './ContragentPart.tsx'
import { contragentsQuery, useSaveContragent } from './use-organisation.ts'
import styles from './organisation.module.css'

const ContragentDialog = lazy(() =>
  import('#web/parts/requisites/ContragentDialog.tsx').then((module) => ({ default: module.ContragentDialog })),
)

type ScreenProps = {
  me: Me
  /** The chosen contragent; undefined: the first. */
  chosen: number | undefined
  onChoose: (contragent: number) => void
}

/** Legal entities with their contracts, delivery addresses and consignees of the organisation [R.3]. */
export function OrganisationScreen({ me, chosen, onChoose }: ScreenProps) {
  const contragents = useQuery(contragentsQuery)
  const addresses = useQuery(addressesQuery)
  const consignees = useQuery(consigneesQuery)
  const [edited, edit] = useState<Contragent | 'new'>()
  const [consignee, openConsignee] = useState<Consignee | 'new'>()
  const failed = [contragents, addresses, consignees].find(({ error, data }) => error && !data)
  const shown = contragents.data?.find(({ id }) => id === chosen) ?? contragents.data?.[0]
  const add = (
    <Button icon="plus" onClick={() => edit('new')}>
      Добавить контрагента
    </Button>
  )

  async function reload() {
    const fresh = (await contragents.refetch()).data
    edit((before) => fresh?.find(({ id }) => before !== 'new' && id === before?.id))
  }

  return (
    <Page
      title="Организация"
      extra={<Counts contragents={contragents.data} addresses={addresses.data} consignees={consignees.data} />}
      actions={add}
    >
      {failed?.error ? (
        <LoadError error={failed.error} onRetry={() => void failed.refetch()} />
      ) : contragents.data && addresses.data && consignees.data ? (
        <>
          <AttorneyNote consignees={consignees.data} onEdit={openConsignee} />
          <div className={shown ? styles.columns : undefined}>
            {shown && <ContragentList contragents={contragents.data} chosen={shown.id} />}
            <div className={styles.parts}>
              {shown ? (
                <ContragentPart contragent={shown} me={me} onEdit={() => edit(shown)} />
              ) : (
                <Card>
                  <EmptyState title="Контрагентов пока нет" action={add}>
                    Добавьте юридическое лицо или предпринимателя: на него заключают договор и выставляют счета
                  </EmptyState>
                </Card>
              )}
              <div className={styles.books}>
                <AddressesCard addresses={addresses.data} />
                <ConsigneesCard consignees={consignees.data} opened={consignee} onOpen={openConsignee} />
              </div>
            </div>
          </div>
        </>
      ) : (
        <Waiting />
      )}
      {edited !== undefined && (
        <Suspense>
          <OwnContragentDialog
            key={edited === 'new' ? 'new' : edited.version}
            contragent={edited === 'new' ? undefined : edited}
            onReload={reload}
            onSaved={({ id }) => {
              edit(undefined)
              onChoose(id)
            }}
            onClose={() => edit(undefined)}
          />
        </Suspense>
      )}
    </Page>
  )
}

function OwnContragentDialog(props: Omit<ComponentProps<typeof ContragentDialog>, 'save'>) {
  return <ContragentDialog {...props} save={useSaveContragent()} />
}

type Lists = Record<'addresses' | 'consignees', readonly unknown[] | undefined> & {
  contragents: readonly Contragent[] | undefined
}

function Counts({ contragents, addresses, consignees }: Lists) {
  if (!contragents || !addresses || !consignees) return null
  return (
    <span className="dim">
      {[
        withCount(contragents.length, ['контрагент', 'контрагента', 'контрагентов']),
        withCount(
          contragents.reduce((sum, { contracts }) => sum + contracts.length, 0),
          contractForms,
        ),
        withCount(addresses.length, ['адрес', 'адреса', 'адресов']),
        withCount(consignees.length, ['получатель', 'получателя', 'получателей']),
      ].join(' · ')}
    </span>
  )
}

function Waiting() {
  return (
    <div className={styles.columns} aria-busy="true">
      <Card>
        <CardBody>
          <Skeleton width="100%" height={150} />
        </CardBody>
      </Card>
      <Card>
        <CardBody>
          <Skeleton width="100%" height={420} />
        </CardBody>
      </Card>
    </div>
  )
}
