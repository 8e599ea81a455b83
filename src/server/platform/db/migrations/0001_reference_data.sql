-- Delivery methods of the specification; staff set names and prices.
insert into delivery_methods (id, name, price_kopecks, position) values
  (1, 'Наш транспорт', 0, 2),
  (2, 'Транспортная компания', 0, 3),
  (3, 'Самовывоз', 0, 1)
on conflict (id) do nothing;
--> statement-breakpoint
-- Weekdays off. 2026: Labour Code art. 112 and the government's decree 1466 of 24.09.2025 (3 and 4 January move to
-- 9 January and 31 December). 2027: the Labour Code alone; its transfers come with the decree of that year.
insert into calendar_days (day, working) values
  ('2026-01-01', false), ('2026-01-02', false), ('2026-01-05', false), ('2026-01-06', false), ('2026-01-07', false),
  ('2026-01-08', false), ('2026-01-09', false), ('2026-02-23', false), ('2026-03-09', false), ('2026-05-01', false),
  ('2026-05-11', false), ('2026-06-12', false), ('2026-11-04', false), ('2026-12-31', false),
  ('2027-01-01', false), ('2027-01-04', false), ('2027-01-05', false), ('2027-01-06', false), ('2027-01-07', false),
  ('2027-01-08', false), ('2027-02-23', false), ('2027-03-08', false), ('2027-05-03', false), ('2027-05-10', false),
  ('2027-06-14', false), ('2027-11-04', false)
on conflict (day) do nothing;
