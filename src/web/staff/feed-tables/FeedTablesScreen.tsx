import type { FeedTableInfo } from '#shared/api/administration/feed-tables.ts'
import type { FeedName } from '#shared/api/administration/queue-groups.ts'
import { SelectField } from '#web/ui/forms/Field.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { TableLoad } from './TableLoad.tsx'
import { useFeedTables } from './use-feed-tables.ts'
import styles from './feed-tables.module.css'

type Props = { chosen: FeedName | undefined; onChoose: (feed: FeedName) => void }

/** Data of 1C as tables by hand: what is loaded, its columns and template, a check, and loading. */
export function FeedTablesScreen({ chosen, onChoose }: Props) {
  const { data, error, refetch } = useFeedTables()
  const table = data?.find(({ name }) => name === chosen)
  return (
    <Page title="Загрузка таблиц">
      <Card>
        <CardBody>
          {error && !data ? (
            <LoadError error={error} onRetry={() => void refetch()} />
          ) : data === undefined ? (
            <Skeleton width="60%" height={20} />
          ) : (
            <div className={styles.choice}>
              <SelectField
                label="Что загрузить"
                hint="Для фирмы, чья 1С этого не присылает. Таблица заменяет ленту обмена с тем же содержанием"
                value={chosen ?? ''}
                options={[
                  ...(chosen === undefined ? [{ value: '', label: 'Не выбрано', disabled: true }] : []),
                  ...data.map(({ name, title }) => ({ value: name, label: title })),
                ]}
                onChange={({ currentTarget }) => onChoose(currentTarget.value as FeedName)}
              />
            </div>
          )}
        </CardBody>
      </Card>
      {table ? (
        <>
          <TableLoad key={table.name} table={table} />
          <Columns table={table} />
        </>
      ) : (
        data && (
          <Card>
            <EmptyState title="Таблица не выбрана">
              Выберите, что загрузить: портал покажет нужные столбцы и даст шаблон
            </EmptyState>
          </Card>
        )
      )}
    </Page>
  )
}

function Columns({ table: { columns } }: { table: FeedTableInfo }) {
  return (
    <Card title="Столбцы">
      <CardBody>
        <p className="small dim">
          Порядок любой, лишние столбцы пропускаются. Вместо русских заголовков годятся имена полей ленты
        </p>
        <ul className={styles.columns}>
          {columns.map(({ heading, field, hint }) => (
            <li key={field}>
              {heading} <code className="small dim">{field}</code>
              {hint !== '' && <span className="small dim">{hint}</span>}
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
