import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readVisitorSettings, saveVisitorSettings } from '#shared/api/staff/visitors.ts'
import { call } from '#web/api/client.ts'
import { SelectField } from '#web/ui/forms/Field.tsx'
import { withCount } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'

const queryKey = ['staff', 'visitors']

/** The demo mode: enabled or not, and its price type. */
export function VisitorsCard() {
  const queries = useQueryClient()
  const notify = useNotify()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(readVisitorSettings, {}, { signal })).settings,
  })
  const save = useMutation({
    mutationFn: (priceType: number | null) => call(saveVisitorSettings, { price_type: priceType }),
    onSuccess: ({ settings }) => {
      queries.setQueryData(queryKey, settings)
      notify({ tone: 'ok', text: settings.price_type === null ? 'Демо-режим закрыт' : 'Демо-режим открыт' })
    },
    onError: ({ message }) => notify({ tone: 'bad', text: message }),
  })
  return (
    <Card title="Демо-режим">
      <CardBody>
        {data ? (
          <div style={{ maxWidth: 560 }}>
            <SelectField
              label="Цены для посетителей"
              hint={
                data.price_type === null
                  ? 'Пока закрыт: войти можно только по паролю'
                  : `Открыт по адресу ${location.origin}/demo. Сегодня заходили: ` +
                    withCount(data.visitors, ['посетитель', 'посетителя', 'посетителей'])
              }
              options={[
                { value: '', label: 'Демо-режим закрыт' },
                ...data.price_types.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              disabled={save.isPending}
              value={data.price_type ?? ''}
              onChange={({ currentTarget: { value } }) => save.mutate(value === '' ? null : Number(value))}
            />
          </div>
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton width="60%" height={20} />
        )}
      </CardBody>
    </Card>
  )
}
