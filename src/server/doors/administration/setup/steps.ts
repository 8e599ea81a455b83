import type { ReplyOf } from '#shared/api/endpoint.ts'
import type { readSetup as stateCall } from '#shared/api/account/setup.ts'
import { exchangeAddress } from '#shared/api/administration/feeds.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { listAllSellers } from '#server/customers/organisations/shared-queries-sellers.ts'
import { addStaffAccount, changePassword, type CreatedAccount } from '../accounts.ts'
import { saveContract } from '../contract.ts'
import { listAllPriceTypes } from '#server/customers/organisations/shared-queries-price-types.ts'
import { listWarehouses, type NamedRecord } from '../queries.ts'
import { readFirstExport } from './first-export.ts'
import {
  closeSetup,
  findAdministrator,
  findExchangeAccount,
  findFirstContract,
  listTakenLogins,
  lockOpenSetup,
} from './queries-setup.ts'
import { withFieldErrors } from './with-field-errors.ts'
import { isSetupOpen } from './shared-queries.ts'

type Deps = { db: Db }
type Account = { login: string; password: string | null }

/** Progress of the first setup, computed from existing data: steps done from the command line count too. */
export async function readSetup(
  { db }: Deps,
  { origin }: { origin: string },
): Promise<ReplyOf<typeof stateCall>['setup']> {
  const administrator = await findAdministrator(db)
  if (administrator === undefined || !(await isSetupOpen(db))) return null
  const [sellers, account, contract] = await Promise.all([
    listAllSellers(db),
    findExchangeAccount(db),
    findFirstContract(db),
  ])
  const seller = sellers.find(({ isDefault }) => isDefault)
  return {
    administrator,
    seller: seller === undefined ? null : { company: seller.company, inn: seller.inn, bank: seller.bank },
    exchange_address: `${origin}${exchangeAddress}`,
    exchange_account:
      account === undefined
        ? null
        : {
            login: account.login,
            created_at: account.createdAt,
            last_sign_in: account.lastSignIn,
            refused_sign_ins: account.refusedSignIns,
          },
    export: await readFirstExport(db),
    price_types: (await listAllPriceTypes(db)).map(wireFieldNames),
    warehouses: (await listWarehouses(db)).map(wireFieldNames),
    contract: contract ?? null,
  }
}

/** Creates 1C's account once. Only the call that generates its password returns it. */
export async function makeExchangeAccount({ db }: Deps, actor: Actor, { renew }: { renew: boolean }): Promise<Account> {
  return runStep(db, async (tx) => {
    const account = await findExchangeAccount(tx)
    if (account === undefined) {
      const login = await findFreeLogin(tx)
      return shapeAccount(
        await addStaffAccount({ db: tx }, byAccount(actor), {
          login,
          name: '1С',
          role: 'exchange',
          phone: '',
          password: undefined,
        }),
      )
    }
    return renew
      ? shapeAccount(await changePassword({ db: tx }, byAccount(actor), { login: account.login, password: undefined }))
      : { login: account.login, password: null }
  })
}

type FirstContractInput = {
  company: string
  inn: string
  kpp: string | undefined
  number: string
  signedOn: string | undefined
  priceType: string
  rrcType: string | undefined
  warehouses: string[]
  owner: { login: string; name: string | undefined }
}

/** Creates the first buyer. Idempotent; a repeat keeps the owner's first password. */
export async function makeFirstContract(
  { db }: Deps,
  actor: Actor,
  { company, inn, kpp, number, signedOn, priceType, rrcType, warehouses, owner }: FirstContractInput,
): Promise<Account> {
  const contractInput = {
    inn,
    kpp,
    number,
    contragent: { company },
    priceType,
    rrcType,
    manager: undefined,
    seller: undefined,
    warehouses,
    owner: { ...owner, password: undefined },
    terms: signedOn === undefined ? {} : { signedOn },
  }
  const made = await runStep(db, (tx) => saveContract({ db: tx }, byAccount(actor), contractInput))
  return made.owner === undefined ? { login: owner.login, password: null } : shapeAccount(made.owner)
}

export async function renewOwnerPassword({ db }: Deps, actor: Actor): Promise<Account> {
  return runStep(db, async (tx) => {
    const login = (await findFirstContract(tx))?.owner
    if (typeof login !== 'string') throw new AppError('notFound')
    return shapeAccount(await changePassword({ db: tx }, byAccount(actor), { login, password: undefined }))
  })
}

/** Idempotent. */
export async function finishSetup({ db }: Deps, actor: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await closeSetup(tx))) return
    await recordAudit(tx, byAccount(actor), { action: 'setup.finished', object: { type: 'setting', id: null } })
  })
}

/** Serialises steps, and refuses them after the setup is finished. */
function runStep<Outcome>(db: Db, run: (tx: Db) => Promise<Outcome>): Promise<Outcome> {
  const names = { priceType: 'price_type', rrcType: 'rrc_type' }
  return withFieldErrors(
    () =>
      db.transaction(async (tx) => {
        if (!(await lockOpenSetup(tx))) throw new AppError('notFound')
        return run(tx)
      }),
    names,
  )
}

/** '1c', or with a number if that login is taken. */
async function findFreeLogin(tx: Db): Promise<string> {
  const logins = ['1c', ...Array.from({ length: 20 }, (_, index) => `1c-${index + 2}`)]
  const taken = new Set((await listTakenLogins(tx, { logins })).map((login) => login.toLowerCase()))
  return logins.find((login) => !taken.has(login)) ?? '1c'
}

function shapeAccount({ login, password }: CreatedAccount): Account {
  return { login, password: password ?? null }
}

function wireFieldNames({ code1c, name }: NamedRecord) {
  return { code: code1c, name }
}
