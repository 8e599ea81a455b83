import { useQuery } from '@tanstack/react-query'
import { readSetup } from '#shared/api/account/setup.ts'
import { call } from '#web/api/client.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'

/** Link back to an unfinished first run. */
export function SetupNote() {
  const { data: setup } = useQuery({
    queryKey: ['setup'],
    queryFn: async ({ signal }) => (await call(readSetup, {}, { signal })).setup,
  })
  if (!setup) return null
  return (
    <Note
      action={
        <a href="/setup" className={buttonClass({ small: true })}>
          Продолжить
        </a>
      }
    >
      Запуск портала не завершён: реквизиты фирмы, вход для 1С, первая выгрузка и первый договор на одной странице.
    </Note>
  )
}
