import type { MergePlan } from '#shared/api/administration/merge-customers.ts'

type Plan = Pick<MergePlan, 'joined' | 'renamed'> & { closed: { name: string }; kept: { name: string } }

/** What becomes of orders when one of two joined contragents, or both, take none; '' when both do. */
export function ordersText({ closed }: Plan, { company, into, switched_off }: Plan['joined'][number]): string {
  if (switched_off.into)
    return `Контрагент ${into} останется отключённым: заказывать нельзя будет и по договорам, которые к нему перейдут`
  if (switched_off.company)
    return `Сейчас у ${closed.name} контрагент ${company} отключён: по его договорам снова можно будет заказывать`
  return ''
}

export function renamedText(
  { closed, kept }: Plan,
  { company, side, number, becomes }: Plan['renamed'][number],
): string {
  const owner = side === 'closed' ? closed.name : kept.name
  return `Договоров № ${number} два: тот, что у ${owner} (контрагент ${company}), станет № ${becomes}`
}
