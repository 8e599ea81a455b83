import type { Setup } from '#shared/api/account/setup.ts'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { LinkExpired } from './AdministratorScreen.tsx'
import { ContractDone } from './ContractDone.tsx'
import { ContractStep } from './ContractStep.tsx'
import { ExchangeStep } from './ExchangeStep.tsx'
import { ExportStep } from './ExportStep.tsx'
import { FirmStep } from './FirmStep.tsx'
import { StepList, stepsBefore } from './StepList.tsx'
import { stepHints } from './step-hints.ts'
import { currentStep, useMakeFirstContract, useSetup } from './use-setup.ts'
import styles from './first-run.module.css'

/** The steps after the administrator's. Progress is read from the server, so a reload continues. */
export function SetupScreen({ isAdministrator }: { isAdministrator: boolean }) {
  const { data: setup, error, refetch } = useSetup(isAdministrator)
  const make = useMakeFirstContract()
  if (!isAdministrator || setup === null) return <LinkExpired />
  if (setup === undefined) return error && <LoadError error={error} onRetry={() => void refetch()} />
  const current = currentStep(setup)
  return (
    <div className={styles.columns} data-wide={current !== 'firm' || undefined}>
      <StepList current={current} done={stepsBefore(current)} below={describeSteps(setup)}>
        <p className="small dim">
          Страницу можно закрыть: выгрузка продолжится. Вернуться сюда можно из настроек портала.
        </p>
        <a href="/admin" className="small">
          Позже, сразу на портал
        </a>
      </StepList>
      <div className={styles.middle}>
        {error && (
          <Note tone="bad">Нет связи с порталом: показано то, что было известно. Страница обновится сама.</Note>
        )}
        {current === 'firm' && <FirmStep />}
        {current !== 'firm' && <ExchangeStep setup={setup} />}
        {current !== 'firm' && setup.exchange_account && (
          <ExportStep progress={setup.export} account={setup.exchange_account} address={setup.exchange_address} />
        )}
      </div>
      {current !== 'firm' && (
        <div className={styles.middle}>
          {setup.contract ? (
            <ContractDone contract={setup.contract} make={make} />
          ) : (
            <ContractStep setup={setup} make={make} />
          )}
        </div>
      )}
    </div>
  )
}

function describeSteps({ administrator, seller, exchange_account: account, export: progress, contract }: Setup) {
  return {
    administrator: administrator.name,
    firm: seller === null ? stepHints.firm : `${seller.company}, ИНН ${seller.inn}`,
    account:
      account === null
        ? stepHints.account
        : account.last_sign_in === null
          ? '1С ещё не заходила'
          : `1С заходила ${dateTime(account.last_sign_in)}`,
    export: {
      waiting: stepHints.export,
      connected: '1С на связи',
      running: 'идёт',
      done: 'принята',
      failed: 'не всё принято',
    }[progress.state],
    contract:
      contract !== null
        ? `${contract.company}, № ${contract.number}`
        : progress.state === 'done'
          ? stepHints.contract
          : 'можно начать, не дожидаясь выгрузки',
  }
}
