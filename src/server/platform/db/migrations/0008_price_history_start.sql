-- What goods cost when the history begins.
insert into price_history (product_id, price_type_id, price_kopecks)
select product_id, price_type_id, coalesce(sale_kopecks, price_kopecks) from prices
on conflict do nothing;
