import pino from 'pino'
import { byCommandLine } from '#server/platform/audit/changed-by.ts'
import { readConfig } from '#server/platform/startup/config.ts'
import { openDatabase, violatedConstraint, type Db } from '#server/platform/db/client.ts'
import { openMigrated } from '#server/platform/db/open-for-command.ts'
import { failureSentence } from '#server/platform/startup/failure-sentence.ts'
import { changeLogin, changeStaffRole, setAccountEnabled } from './account-changes.ts'
import { addStaffAccount, changePassword, removeSecondFactor, type CreatedAccount } from './accounts.ts'
import { valueNames } from './audit/names.ts'
import { erasePersonalValues, readAuditRows } from './audit/command-line.ts'
import { describeAuditRow } from './audit/text.ts'
import { saveContract } from './contract.ts'
import {
  UsageError,
  parseAddArgs,
  parseAuditArgs,
  parseContractArgs,
  parseEraseArgs,
  parseLoginArgs,
  parsePasswordArgs,
  parseSellerArgs,
  parseRoleArgs,
  parsePositionals,
} from './options.ts'
import { listAllPriceTypes } from '#server/customers/organisations/shared-queries-price-types.ts'
import { listContracts, listStaff, listWarehouses } from './queries.ts'
import { CommandError } from './command-error.ts'
import { saveSeller } from './seller.ts'

const usage = `Администрирование портала из командной строки
  npm run staff -- add --login ЛОГИН --role admin|sales|content|exchange \\
      [--name ИМЯ] [--phone ТЕЛЕФОН] [--password ПАРОЛЬ]
      сотрудник или учётная запись обмена с 1С; без --password пароль будет придуман и напечатан
  npm run staff -- password --login ЛОГИН [--password ПАРОЛЬ]
      новый пароль; прежние сеансы закрываются
  npm run staff -- disable ЛОГИН
      закрывает вход сотруднику, покупателю или обмену с 1С; его сеансы закрываются. enable ЛОГИН открывает снова
  npm run staff -- role ЛОГИН admin|sales|content
      новая роль сотрудника; его сеансы закрываются
  npm run staff -- login ЛОГИН НОВЫЙ-ЛОГИН
      новый логин сотрудника, покупателя или обмена с 1С, пароль остаётся прежним; сеансы закрываются
  npm run staff -- reset-second-factor --login ЛОГИН
      снимает второй фактор с сотрудника, который потерял телефон и запасные коды; его сеансы закрываются
  npm run staff -- contract --inn ИНН --number НОМЕР --price-type ТИП --warehouses СКЛАД[,СКЛАД…] \\
      [--rrc-type ТИП] [--owner ЛОГИН]
      договор: типы цен и склады по Ид или наименованию; повтор меняет только то, что указано. Ещё:
      контрагент    --kpp --company --full-name --legal-form --ogrn --address --phone --email --contragent-id
      договор       --date --valid-to --id --status signing|active|suspended|expired --stop-orders да|нет --debt-alert
      оплата        --payment prepaid|deferred --prepayment % --deferral-days --credit-limit ₽ --hold-days
      условия       --least-order ₽ --free-delivery ₽ --stock exact|more|words --stock-cap N
      владелец      --owner-name --owner-password
      продавец      --seller ИНН нашей организации; без него по договору продаёт основная
      менеджер      --manager ЛОГИН сотрудника с ролью sales: его увидит покупатель, он увидит заказы покупателя
  npm run staff -- seller --inn ИНН [--kpp --company --full-name --ogrn --address --phone --email]
      наша организация в счетах; реквизиты --bank --bik --account --correspondent-account,
      подписи --head --head-post --accountant
      --vat goods|7|5|none: НДС по товарам, всё по одной ставке или без НДС
  npm run staff -- list
      договоры, типы цен, склады и сотрудники
  npm run staff -- audit [--login ЛОГИН] [--object ВИД:ИД] [--limit N] [--before НОМЕР]
      журнал изменений, новые записи сверху: кто, что, над чем, было → стало. --login – что делала учётная запись,
      --object – что делали с объектом (account:12, contract:7, setting:stock.meaning), --before – записи раньше этой
  npm run staff -- erase --object ВИД:ИД
      стирает из журнала персональные данные учётной записи (account:12) или контрагента (contragent:7);
      сами записи остаются
База данных: DATABASE_URL, иначе встроенная из DATA_DIR (и при запущенном портале).`

export type Output = { print: (text: string) => void; printError: (text: string) => void }
type Command = (deps: { db: Db }, print: Output['print']) => Promise<void>

/** `npm run staff -- …`; returns the exit code: 0 done, 1 refused or failed, 2 wrong usage. */
export async function runStaff(
  args: string[],
  env: NodeJS.ProcessEnv,
  output: Output = { print: console.log, printError: console.error },
): Promise<number> {
  try {
    const command = parseCommand(args)
    if (command === undefined) {
      output.printError(usage)
      return 2
    }
    await withDatabase(env, (deps) => command(deps, output.print))
    return 0
  } catch (error) {
    output.printError(describeFailure(error))
    return error instanceof UsageError ? 2 : 1
  }
}

/** Parsed before any database is opened. */
function parseCommand([name = '', ...rest]: string[]): Command | undefined {
  switch (name) {
    case 'add': {
      const input = parseAddArgs(rest)
      return async (deps, print) =>
        print(`Добавлено: ${describeAccount(await addStaffAccount(deps, byCommandLine, input))}`)
    }
    case 'password': {
      const input = parsePasswordArgs(rest)
      return async (deps, print) =>
        print(`Пароль изменён: ${describeAccount(await changePassword(deps, byCommandLine, input))}`)
    }
    case 'disable':
    case 'enable': {
      const enabled = name === 'enable'
      const { ЛОГИН: login } = parsePositionals(rest, 'ЛОГИН')
      return async (deps, print) => {
        const account = await setAccountEnabled(deps, byCommandLine, { login, enabled })
        print(enabled ? `Вход открыт: ${account}` : `Вход закрыт, сеансы закрыты: ${account}`)
      }
    }
    case 'role': {
      const input = parseRoleArgs(rest)
      return async (deps, print) => {
        const account = await changeStaffRole(deps, byCommandLine, input)
        print(`Роль изменена, сеансы закрыты: ${account}, ${valueNames.role?.[input.role]}`)
      }
    }
    case 'login': {
      const { ЛОГИН: login, 'НОВЫЙ-ЛОГИН': newLogin } = parsePositionals(rest, 'ЛОГИН', 'НОВЫЙ-ЛОГИН')
      return async (deps, print) => {
        const changed = await changeLogin(deps, byCommandLine, { login, newLogin })
        print(`Логин изменён, пароль прежний, сеансы закрыты: ${changed.login} → ${changed.newLogin}`)
      }
    }
    case 'reset-second-factor': {
      const { login } = parseLoginArgs(rest)
      return async (deps, print) =>
        print(`Второй фактор снят, сеансы закрыты: ${await removeSecondFactor(deps, byCommandLine, { login })}`)
    }
    case 'contract': {
      const input = parseContractArgs(rest)
      return async (deps, print) => {
        const { created, company, owner } = await saveContract(deps, byCommandLine, input)
        print(`${created ? 'Добавлен' : 'Обновлён'} договор ${input.number} — ${company}`)
        if (owner !== undefined) print(`Владелец: ${describeAccount(owner)}`)
      }
    }
    case 'seller': {
      const input = parseSellerArgs(rest)
      return async (deps, print) => {
        const { created, company } = await saveSeller(deps, byCommandLine, input)
        print(`${created ? 'Добавлена' : 'Обновлена'} наша организация — ${company}`)
      }
    }
    case 'audit': {
      const filter = parseAuditArgs(rest)
      return async (deps, print) => {
        const rows = await readAuditRows(deps, filter)
        print(rows.length === 0 ? 'Записей нет' : rows.map(describeAuditRow).join('\n'))
      }
    }
    case 'erase': {
      const object = parseEraseArgs(rest)
      return async (deps, print) => print(`Стёрто значений: ${await erasePersonalValues(deps, object)}`)
    }
    case 'list':
      return list
    default:
      return undefined
  }
}

function describeAccount({ login, password }: CreatedAccount): string {
  return password === undefined ? login : `${login}, пароль ${password}`
}

async function list({ db }: { db: Db }, print: Output['print']): Promise<void> {
  const contracts = await listContracts(db)
  const rows = contracts.map((each) => [
    each.company,
    each.inn,
    `${each.number} от ${each.signed}${each.stopped ? ' (остановлен)' : ''}`,
    each.priceType,
    each.rrcType ?? '—',
    each.warehouses ?? '—',
    each.owners ?? '—',
  ])
  print(formatTable('Договоры', ['Контрагент', 'ИНН', 'Договор', 'Тип цены', 'РРЦ', 'Склады', 'Владелец'], rows))
  print(
    formatTable(
      'Типы цен',
      ['Ид', 'Наименование'],
      (await listAllPriceTypes(db)).map(({ code1c, name }) => [code1c, name]),
    ),
  )
  print(
    formatTable(
      'Склады',
      ['Ид', 'Наименование'],
      (await listWarehouses(db)).map(({ code1c, name }) => [code1c, name]),
    ),
  )
  const staff = await listStaff(db)
  print(
    formatTable(
      'Сотрудники и обмен',
      ['Логин', 'Роль', 'Имя'],
      staff.map(({ login, role, name, enabled }) => [login, enabled ? role : `${role} (отключён)`, name]),
    ),
  )
}

function formatTable(title: string, head: string[], rows: string[][]): string {
  if (rows.length === 0) return `${title}: нет\n`
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]) =>
    `  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd()
  return [`${title}:`, line(head), ...rows.map(line), ''].join('\n')
}

async function withDatabase(env: NodeJS.ProcessEnv, work: (deps: { db: Db }) => Promise<void>): Promise<void> {
  const { url, release } = await openMigrated(readConfig(env))
  const database = openDatabase(url, pino({ level: 'silent' }), { poolSize: 2 })
  try {
    await work(database)
  } finally {
    await database.close()
    await release()
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${usage}`
  if (error instanceof CommandError)
    return error.advice === undefined ? error.message : `${error.message}. ${error.advice}`
  if (violatedConstraint(error) === 'accounts_login_key') return 'Такой логин уже занят'
  return failureSentence(error)
}
