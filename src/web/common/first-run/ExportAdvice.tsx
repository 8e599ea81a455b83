import type { FirstExport, Setup } from '#shared/api/account/setup.ts'
import { dateTime } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { adviceFor } from './export-advice.ts'
import styles from './first-run.module.css'

type AdviceProps = { progress: FirstExport; account: NonNullable<Setup['exchange_account']>; address: string }

/** Troubleshooting while the export makes no progress. */
export function ExportAdvice({ progress, account, address }: AdviceProps) {
  const now = useNow(30_000)
  const advice = adviceFor(progress, account, now)
  // A refused sign-in proves that 1C has found the portal; the reason is shown beside the sign-in data.
  const isUnseen = account.refused_sign_ins === 0
  switch (advice) {
    case undefined:
      return null
    case 'waiting':
    case 'unseen':
      return (
        <>
          {advice === 'unseen' && isUnseen ? (
            <Note tone="warn">
              1С ещё ни разу не обратилась к порталу. Если обмен в ней уже запускали, проверьте то, что перечислено
              ниже.
            </Note>
          ) : (
            <p className="muted">
              Настройте обмен в 1С и запустите выгрузку: страница обновляется сама. Её можно закрыть, выгрузка
              продолжится.
            </p>
          )}
          {isUnseen && <UnreachablePortal key={advice} open={advice === 'unseen'} address={address} />}
        </>
      )
    case 'connected':
      return (
        <p className="muted">
          1С вошла, но файлов пока не прислала. Большой базе нужно несколько минут, чтобы собрать выгрузку.
        </p>
      )
    case 'silent':
      return (
        <Note tone="warn">
          1С вошла, но файлов не прислала. Проверьте в 1С, что в настройках обмена включена выгрузка товаров и отобраны
          группы, и запустите её ещё раз.
        </Note>
      )
    case 'stopped':
      return (
        <Note tone="warn">
          1С начала выгрузку и замолчала
          {progress.last_seen_at !== null && `, последний раз она отозвалась ${dateTime(progress.last_seen_at)}`}.
          Проверьте, открыта ли 1С и нет ли в ней сообщения об ошибке, и запустите обмен ещё раз: принятое не пропадёт.
        </Note>
      )
    case 'unfinished':
      return (
        <Note tone="warn">
          Выгрузка оборвалась: последний файл пришёл не целиком. Проверьте связь 1С с порталом и запустите обмен ещё
          раз: принятое не пропадёт.
        </Note>
      )
    case 'unpriced':
      return (
        <Note tone="warn">
          Выгрузка закончилась, но цен или остатков в ней не было. Включите в настройках обмена 1С выгрузку цен и
          остатков, отметьте виды цен и склады и запустите её ещё раз.
        </Note>
      )
    case 'failed':
      return (
        <Note tone="bad">Часть файлов не принята, причина указана ниже. Исправьте её в 1С и выгрузите ещё раз.</Note>
      )
  }
}

/** Why 1C may not find the portal, the most frequent reason first. */
function UnreachablePortal({ open, address }: { open: boolean; address: string }) {
  const isLocal = /^https?:\/\/(localhost|127\.|\[::1\])/.test(address)
  return (
    <details className={styles.unseenSite} open={open}>
      <summary>1С не видит сайт?</summary>
      <ul>
        {isLocal ? (
          <li>
            Адрес {address} виден только с этого компьютера. Если 1С работает на другом, откройте портал по адресу,
            который ей доступен (его задаёт <code>BASE_URL</code>), и вставьте в 1С новый.
          </li>
        ) : (
          <li>
            Откройте {address} в браузере на том компьютере или сервере, где работает 1С. Если страница не открывается,
            мешает сеть: брандмауэр, прокси или имя сайта.
          </li>
        )}
        <li>Адрес вставлен в 1С целиком, вместе с /1c-exchange, а имя и пароль – без пробелов по краям.</li>
        {address.startsWith('https:') && (
          <li>Сертификату сайта доверяет и тот компьютер, где работает 1С: выпущенный самостоятельно она не примет.</li>
        )}
        <li>В 1С обмен с сайтом включён и запущен: кнопкой «Выполнить обмен» или по расписанию.</li>
      </ul>
    </details>
  )
}
