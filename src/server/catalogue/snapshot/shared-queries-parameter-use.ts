import type { ClientBase } from 'pg'
import { characteristicName, foldedParameterName, uniqueValueLimits } from './parameters-sql.ts'

const maxExamples = 5
const maxExampleLength = 60

/**
 * Recounts the use of parameters by active goods and variants; writes only differences. In the caller's transaction.
 */
export async function countParameterUse(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(countSql)
}

const countSql = `
  with per_value as (
    select chosen.parameter_id, left(chosen.value, ${maxExampleLength}) as value, count(*) as goods
    from product_parameters link join products good on good.id = link.product_id and good.active
    join parameter_values chosen on chosen.id = link.value_id
    group by chosen.id
  ), ranked as (
    select *, row_number() over (partition by parameter_id order by goods desc, value) as rank from per_value
  ), bearers as (
    select chosen.parameter_id, count(distinct link.product_id)::int as goods
    from product_parameters link join products good on good.id = link.product_id and good.active
    join parameter_values chosen on chosen.id = link.value_id
    group by chosen.parameter_id
  ), characteristics as (
    -- '42, синий', '42/синий' and 'синий (42)' say nothing more where size 42 and the colour синий are named, by the
    -- variant or by its good. What separates them may be part of a value: '1/2', 'тёмно синий'.
    select chosen.parameter_id, count(*) as goods, count(*) filter (where exists (
      select from unnest(array[',', '[,;/|+]', '[\\s,;/|+()]+']) separator where not exists (
        select from regexp_split_to_table(lower(chosen.value), separator) part
        where btrim(part) <> '' and not exists (
          select from product_parameters beside join parameter_values other on other.id = beside.value_id
          where beside.product_id in (good.id, good.parent_id) and other.parameter_id <> chosen.parameter_id
            and lower(other.value) in (btrim(part), lower(chosen.value)))))) as repeated
    from parameters parameter join parameter_values chosen on chosen.parameter_id = parameter.id
    join product_parameters link on link.value_id = chosen.id join products good on good.id = link.product_id
      and good.active
    where ${foldedParameterName} = '${characteristicName}'
    group by chosen.parameter_id
  ), counted as (
    select parameter.id as parameter_id, coalesce(max(bearers.goods), 0) as goods, count(ranked.value)::int
      as distinct_values,
      coalesce((select repeated >= ${uniqueValueLimits.minShare} * goods from characteristics
        where parameter_id = parameter.id),
        false) as told_by_others,
      coalesce(array_agg(ranked.value order by ranked.rank) filter (where ranked.rank <= ${maxExamples}), '{}')
        as examples
    from parameters parameter left join bearers on bearers.parameter_id = parameter.id left join ranked
      on ranked.parameter_id = parameter.id
    group by parameter.id
  )
  insert into parameter_use (parameter_id, goods, distinct_values, told_by_others, examples)
  select parameter_id, goods, distinct_values, told_by_others, examples from counted
  on conflict (parameter_id) do update set goods = excluded.goods, distinct_values = excluded.distinct_values,
    told_by_others = excluded.told_by_others, examples = excluded.examples
  where (parameter_use.goods, parameter_use.distinct_values, parameter_use.told_by_others, parameter_use.examples)
    is distinct from (excluded.goods, excluded.distinct_values, excluded.told_by_others, excluded.examples)`
