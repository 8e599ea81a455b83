-- How goods use parameters when the counting begins.
with per_value as (
  select chosen.parameter_id, left(chosen.value, 60) as value, count(*) as goods
  from product_parameters link join products good on good.id = link.product_id and good.active
  join parameter_values chosen on chosen.id = link.value_id
  group by chosen.id
), ranked as (
  select *, row_number() over (partition by parameter_id order by goods desc, value) as place from per_value
), bearers as (
  select chosen.parameter_id, count(distinct link.product_id)::int as goods
  from product_parameters link join products good on good.id = link.product_id and good.active
  join parameter_values chosen on chosen.id = link.value_id
  group by chosen.parameter_id
)
insert into parameter_use (parameter_id, goods, distinct_values, examples)
select parameter.id, coalesce(max(bearers.goods), 0), count(ranked.value)::int,
  coalesce(array_agg(ranked.value order by ranked.place) filter (where ranked.place <= 5), '{}')
from parameters parameter left join bearers on bearers.parameter_id = parameter.id left join ranked on ranked.parameter_id = parameter.id
group by parameter.id;
