import { isInn, isKpp } from '#shared/rules/inn.ts'
import { isAccount, isBik, isCorrespondentAccount, isOgrn } from '#shared/rules/requisites.ts'
import type { Db } from '#server/db/client.ts'
import { Refusal } from './refusal.ts'
import { clearDefaultSeller, findSeller, insertSeller, updateSeller, type SellerColumns } from './queries-sellers.ts'

/** Requisites of our organisation; undefined = not said: kept as it is. */
export type SellerWish = Partial<Omit<SellerColumns, 'id' | 'inn' | 'isDefault' | 'code1c'>> & { inn: string }

/** The one that sells, and stands in invoices, wherever a contract names nobody. Done twice it is done once. */
export async function saveSeller({ db }: { db: Db }, wish: SellerWish): Promise<{ created: boolean; company: string }> {
  return db.transaction(async (tx) => {
    const found = await findSeller(tx, { inn: wish.inn, kpp: wish.kpp })
    const said = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined))
    const seller = { company: `ИНН ${wish.inn}`, kpp: '', ogrn: '', bik: '', account: '', correspondentAccount: '', ...found, ...said, inn: wish.inn, isDefault: true }
    check(seller)
    await clearDefaultSeller(tx)
    if (found) await updateSeller(tx, { id: found.id, columns: seller })
    else await insertSeller(tx, { columns: seller })
    return { created: found === undefined, company: seller.company }
  })
}

type Checked = Pick<SellerColumns, 'inn'> & Record<'kpp' | 'ogrn' | 'bik' | 'account' | 'correspondentAccount', string>

function check({ inn, kpp, ogrn, bik, account, correspondentAccount }: Checked): void {
  if (!isInn(inn)) throw new Refusal(`ИНН ${inn} неверен: проверьте цифры`)
  if (kpp !== '' && !isKpp(kpp)) throw new Refusal(`КПП ${kpp} неверен`)
  if (ogrn !== '' && !isOgrn(ogrn)) throw new Refusal(`ОГРН ${ogrn} неверен: проверьте цифры`)
  if (bik !== '' && !isBik(bik)) throw new Refusal(`БИК ${bik} неверен`)
  if (account !== '' && !isAccount(account, bik)) throw new Refusal(`Расчётный счёт ${account} не подходит к БИК ${bik || '(не указан)'}`)
  if (correspondentAccount !== '' && !isCorrespondentAccount(correspondentAccount, bik)) throw new Refusal(`Корр. счёт ${correspondentAccount} не подходит к БИК ${bik || '(не указан)'}`)
}
